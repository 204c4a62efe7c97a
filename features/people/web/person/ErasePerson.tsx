import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { FormFoot, forget, Link, useCall, useGo, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { type Person, peopleContract, wordToErase } from '../../contract/index.ts'
import { PEOPLE_CALLS } from '../data.ts'
import { heldWords } from './heldWords.ts'
import css from './mergePeople.module.css'
import { nameOfPerson } from './nameOfPerson.ts'

/** Erases a person on their request, once the address was typed. */
export default function ErasePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const go = useGo()
  const [typed, setTyped] = useState('')
  const word = wordToErase(person)
  const holdings = useCall(peopleContract.listHoldings, { params: { id: person.id } }, { staleMs: 0 })
  const erase = useMutate(peopleContract.erasePerson, {
    success: 'Person has been deleted.',
    onError: true,
    onDone: () => {
      void forget(...PEOPLE_CALLS, peopleContract.listErasures)
      onClose()
      go('/people')
    },
  })
  const isRight = typed.trim().toLowerCase() === word.toLowerCase()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight && !erase.isPending) erase.mutate({ params: { id: person.id }, body: { address: typed.trim() } })
  }
  const kept = holdings.data?.holdings ?? []
  return (
    <Modal opened onClose={onClose} title={`Erase ${nameOfPerson(person)}`} size={480}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            For somebody who asks to be forgotten (GDPR, article 17). It cannot be undone.
          </Text>
          <ul className={css.points}>
            <li>
              Gone for good: the person, their fields and tags
              {kept.length > 0 && `, ${kept.map(heldWords).join(', ')}`}.
            </li>
            <li>Their address is taken out of sent mail, the mailbox, refused rows and uploaded files.</li>
            <li>The address gets no mail any more: it is remembered as a hash that nobody can read.</li>
            <li>
              <Link to="/settings/erased-people">A record</Link> says when and by whom it was done, without the name.
            </li>
          </ul>
          <TextInput
            label={
              <>
                Type <b>{word}</b> to go on
              </>
            }
            value={typed}
            onChange={(event) => {
              erase.reset()
              setTyped(event.currentTarget.value)
            }}
            error={erase.error?.message}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <FormFoot onCancel={onClose} color="red" disabled={!isRight} loading={erase.isPending}>
            Erase for good
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
