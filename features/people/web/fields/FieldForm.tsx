import { Button, Group, Modal, Select, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { foldersContract } from '@millrace/folders/contract'
import { issuesByField, sentenceOf, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { cleanFieldName, type PersonField, peopleContract } from '../../contract/index.ts'
import { PEOPLE_CALLS } from '../data.ts'
import { FIELD_KINDS } from './fieldKinds.ts'

type Draft = { title: string; kind: string; description: string; choices: string[] }

const draftOf = (field: PersonField | undefined): Draft => ({
  title: field?.title ?? '',
  kind: field?.displayType ?? 'text',
  description: field?.description ?? '',
  choices: (field?.enum ?? []).map(String),
})

const INVALIDATED = [...PEOPLE_CALLS, peopleContract.listFields, foldersContract.listFolders]

type Props = { field?: PersonField | undefined; onClose: () => void; onMade: (name: string) => Promise<void> }

/** Makes a field, or changes its title, words and choices. Its name in the API stays. */
export default function FieldForm({ field, onClose, onMade }: Props) {
  const [draft, setDraft] = useState(() => draftOf(field))
  const options = { invalidates: INVALIDATED, onError: true as const, onDone: onClose }
  const create = useMutate(peopleContract.createFields, {
    ...options,
    success: 'Field created.',
    onDone: ({ fields: [made] }) => {
      onClose()
      if (made) void onMade(made.name)
    },
  })
  const update = useMutate(peopleContract.updateField, { ...options, success: 'Field saved.' })
  const save = field ? update : create
  const kind = FIELD_KINDS.find(({ value }) => value === draft.kind)
  const name = field?.name ?? cleanFieldName(draft.title)
  const issue = save.error && (issuesByField(save.error).title ?? sentenceOf(save.error))
  const put = (part: Partial<Draft>) => {
    save.reset()
    setDraft((before) => ({ ...before, ...part }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name || save.isPending) return
    const words = { title: draft.title.trim(), description: draft.description.trim() }
    const choices = kind?.hasChoices ? { enum: draft.choices } : {}
    if (field) update.mutate({ params: { fieldName: field.name }, body: { ...words, ...choices } })
    else create.mutate({ body: { ...words, ...kind?.shape, ...choices } })
  }
  return (
    <Modal opened onClose={onClose} title={field ? 'Edit field' : 'New field'}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <div>
            <TextInput
              label="Title"
              value={draft.title}
              maxLength={255}
              onChange={(event) => put({ title: event.currentTarget.value })}
              error={issue || undefined}
              data-autofocus
            />
            {name && (
              <Text fz={12} c="dimmed" mt={4}>
                In the API and in mails: <code>{name}</code>
              </Text>
            )}
          </div>
          <Select
            label="Type"
            data={FIELD_KINDS.map(({ value, label }) => ({ value, label }))}
            value={draft.kind}
            onChange={(value) => value && put({ kind: value })}
            disabled={field !== undefined}
            allowDeselect={false}
          />
          {kind?.hasChoices && (
            <TagsInput
              label="Choices"
              placeholder={draft.choices.length ? '' : 'Type and press Enter'}
              value={draft.choices}
              onChange={(choices) => put({ choices })}
            />
          )}
          <Textarea
            label="Description"
            value={draft.description}
            maxLength={1000}
            autosize
            minRows={2}
            onChange={(event) => put({ description: event.currentTarget.value })}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!name || !draft.title.trim()}>
              {field ? 'Save' : 'Create field'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
