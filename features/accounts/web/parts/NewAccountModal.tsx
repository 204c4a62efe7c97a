import { Modal, Stack, TextInput } from '@mantine/core'
import { EntranceAlert } from '@millrace/access/web'
import { FormFoot, issuesByField, sentenceOf, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { accountCalls, SITE, SITE_WRONG } from '../../contract/index.ts'
import { SHOWN } from './shown.ts'

const Form = ({ onClose }: { onClose: () => void }) => {
  const [name, setName] = useState('')
  const [site, setSite] = useState('')
  const [wasLeft, setLeft] = useState(false)
  const add = useMutate(accountCalls.createSubAccount, {
    invalidates: SHOWN,
    success: 'Account created.',
    onError: true,
    onDone: onClose,
  })
  const isSite = site.trim() === '' || SITE.test(site.trim())
  const issues = issuesByField(add.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ body: { name, ...(site.trim() && { site }) } })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        {add.error && !issues.site && <EntranceAlert tone="bad">{sentenceOf(add.error)}</EntranceAlert>}
        <TextInput
          label="Name"
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Site"
          placeholder="company.com"
          maxLength={200}
          value={site}
          error={wasLeft && !isSite ? SITE_WRONG : issues.site}
          onBlur={() => setLeft(true)}
          onChange={(event) => setSite(event.currentTarget.value)}
        />
        <FormFoot onCancel={onClose} loading={add.isPending} disabled={!name.trim() || !isSite}>
          Add account
        </FormFoot>
      </Stack>
    </form>
  )
}

/** Adds an account that this one pays for. */
export const NewAccountModal = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title="Add an account" size={440}>
    <Form onClose={onClose} />
  </Modal>
)
