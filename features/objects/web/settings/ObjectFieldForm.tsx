import { Modal, Select, Stack, TagsInput, Textarea } from '@mantine/core'
import { FormFoot, forget, sentenceOf, useMutate } from '@millrace/kit/web'
import { cleanFieldName } from '@millrace/people/contract'
import { CurrencyInput, FIELD_KINDS, isMoneyKind, TitleInput } from '@millrace/people/web'
import { type FormEvent, useState } from 'react'
import { type ObjectField, type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { OBJECT_CALLS, SCHEMA_CALLS } from '../data.ts'
import ObjectFieldUsage from './ObjectFieldUsage.tsx'

type Props = { schema: ObjectSchema; field?: ObjectField | undefined; onClose: () => void }

/** Makes a field of a kind of object, or changes its title, words and choices. Its name in the API stays. */
export default function ObjectFieldForm({ schema, field, onClose }: Props) {
  const [draft, setDraft] = useState({
    title: field?.title ?? '',
    kind: field?.displayType ?? 'text',
    description: field?.description ?? '',
    choices: (field?.enum ?? []).map(String),
    currency: field?.currency ?? null,
  })
  const options = {
    onError: true as const,
    onDone: () => {
      void forget(...SCHEMA_CALLS, ...OBJECT_CALLS)
      onClose()
    },
  }
  const create = useMutate(objectsContract.createSchemaFields, { ...options, success: 'Field created.' })
  const update = useMutate(objectsContract.updateSchemaField, { ...options, success: 'Field saved.' })
  const save = field ? update : create
  const kind = FIELD_KINDS.find(({ value }) => value === draft.kind)
  const name = field?.name ?? cleanFieldName(draft.title)
  const put = (part: Partial<typeof draft>) => {
    save.reset()
    setDraft((before) => ({ ...before, ...part }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name || save.isPending) return
    const objectName = schema.name
    const words = { title: draft.title.trim(), description: draft.description.trim() }
    const choices = {
      ...(kind?.hasChoices && { enum: draft.choices }),
      ...(isMoneyKind(draft) && draft.currency !== (field?.currency ?? null) && { currency: draft.currency }),
    }
    if (field) update.mutate({ params: { objectName, fieldName: field.name }, body: { ...words, ...choices } })
    else create.mutate({ params: { objectName }, body: [{ ...words, ...kind?.shape, ...choices }] })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={field ? 'Edit field' : `New field of ${schema.displayNamePlural.toLowerCase()}`}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TitleInput
            title={draft.title}
            onTitle={(title) => put({ title })}
            error={save.error ? sentenceOf(save.error) : undefined}
            name={name}
          />
          <Select
            label="Type"
            data={FIELD_KINDS.map(({ value, label }) => ({ value, label }))}
            value={draft.kind}
            onChange={(value) => value && put({ kind: value as typeof draft.kind })}
            disabled={field !== undefined}
            allowDeselect={false}
          />
          {isMoneyKind(draft) && <CurrencyInput value={draft.currency} onChange={(currency) => put({ currency })} />}
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
          {field && <ObjectFieldUsage schema={schema} name={field.name} isLinked />}
          <FormFoot onCancel={onClose} loading={save.isPending} disabled={!name || !draft.title.trim()}>
            {field ? 'Save' : 'Create field'}
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
