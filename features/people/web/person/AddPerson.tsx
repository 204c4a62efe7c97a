import { Group, Modal, Stack, TagsInput, TextInput } from '@mantine/core'
import { FormFoot, forget, issuesByField, sentenceOf, useGo, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { peopleContract } from '../../contract/index.ts'
import { PEOPLE_CALLS, useTags } from '../data.ts'

type Draft = { email: string; firstName: string; lastName: string; userId: string; tags: string[] }

const EMPTY: Draft = { email: '', firstName: '', lastName: '', userId: '', tags: [] }

const bodyOf = ({ email, firstName, lastName, userId, tags }: Draft) => ({
  ...(email.trim() && { email: email.trim() }),
  ...(userId.trim() && { userId: userId.trim() }),
  ...(firstName.trim() && { firstName: firstName.trim() }),
  ...(lastName.trim() && { lastName: lastName.trim() }),
  ...((firstName.trim() || lastName.trim()) && { name: `${firstName.trim()} ${lastName.trim()}`.trim() }),
  ...(tags.length > 0 && { tags }),
})

/** Adds one person by hand, and opens their page. */
export default function AddPerson({ onClose }: { onClose: () => void }) {
  const go = useGo()
  const tags = useTags()
  const [draft, setDraft] = useState(EMPTY)
  const save = useMutate(peopleContract.savePeople, {
    success: 'Person added',
    onError: true,
    onDone: ({ user }) => {
      void forget(...PEOPLE_CALLS, peopleContract.listTags)
      setDraft(EMPTY)
      go(`/people/${user.id}`)
    },
  })
  const put = (part: Partial<Draft>) => {
    save.reset()
    setDraft((before) => ({ ...before, ...part }))
  }
  const canSave = draft.email.trim() !== '' || draft.userId.trim() !== ''
  const issues = issuesByField(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave && !save.isPending) save.mutate({ query: { source: 'manual' }, body: bodyOf(draft) })
  }
  return (
    <Modal opened onClose={onClose} title="Add person">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            value={draft.email}
            onChange={(event) => put({ email: event.currentTarget.value })}
            error={issues.email ?? (save.error ? sentenceOf(save.error) : undefined)}
            data-autofocus
          />
          <Group grow>
            <TextInput
              label="First name"
              value={draft.firstName}
              onChange={(event) => put({ firstName: event.currentTarget.value })}
            />
            <TextInput
              label="Last name"
              value={draft.lastName}
              onChange={(event) => put({ lastName: event.currentTarget.value })}
            />
          </Group>
          <TextInput
            label="User ID"
            description="The id that your own product knows them by, if there is one."
            value={draft.userId}
            onChange={(event) => put({ userId: event.currentTarget.value })}
            error={issues.userId}
          />
          <TagsInput
            label="Tags"
            placeholder={draft.tags.length ? '' : 'Type and press Enter'}
            limit={100}
            data={tags.map(({ tag }) => tag)}
            value={draft.tags}
            onChange={(value) => put({ tags: value })}
            maxDropdownHeight={180}
          />
          <FormFoot onCancel={onClose} loading={save.isPending} disabled={!canSave}>
            Add person
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
