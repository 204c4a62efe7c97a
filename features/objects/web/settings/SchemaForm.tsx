import { Modal, MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { FormFoot, forget, sentenceOf, useGo, useMutate, usePath } from '@millrace/kit/web'
import { TitleInput } from '@millrace/people/web'
import { type FormEvent, useState } from 'react'
import { type ObjectSchema, objectsContract, schemaNameOf } from '../../contract/index.ts'
import { OBJECT_CALLS, SCHEMA_CALLS } from '../data.ts'
import { addressOfSettings, SETTINGS } from './address.ts'

type Draft = {
  displayNameSingular: string
  displayNamePlural: string
  description: string
  primaryField: string
  secondaryFields: string[]
  searchableFields: string[]
}

const draftOf = (schema: ObjectSchema | undefined): Draft => ({
  displayNameSingular: schema?.displayNameSingular ?? '',
  displayNamePlural: schema?.displayNamePlural ?? '',
  description: schema?.description ?? '',
  primaryField: schema?.primaryField ?? 'name',
  secondaryFields: schema?.secondaryFields ?? [],
  searchableFields: schema?.searchableFields ?? [],
})

type Put = (part: Partial<Draft>) => void

const FieldChoices = ({ schema, draft, put }: { schema: ObjectSchema; draft: Draft; put: Put }) => {
  const fields = schema.fields.map(({ name, title }) => ({ value: name, label: title }))
  return (
    <>
      <Select
        label="Named by"
        description={`The field that a ${draft.displayNameSingular.toLowerCase() || 'thing'} is called by on screens.`}
        data={fields}
        value={draft.primaryField}
        onChange={(value) => value && put({ primaryField: value })}
        allowDeselect={false}
        searchable
      />
      <MultiSelect
        label="Beside the name"
        description="Shown in small words next to it."
        data={fields}
        value={draft.secondaryFields}
        onChange={(secondaryFields) => put({ secondaryFields })}
        maxValues={10}
        searchable
        clearable
      />
      <MultiSelect
        label="Found by"
        description="The search looks through these, and the external ID."
        data={fields}
        value={draft.searchableFields}
        onChange={(searchableFields) => put({ searchableFields })}
        maxValues={20}
        searchable
        clearable
      />
    </>
  )
}

/** Makes a kind of object, or changes what it is called and which fields name and find its objects. */
export default function SchemaForm({ schema, onClose }: { schema?: ObjectSchema | undefined; onClose: () => void }) {
  const go = useGo()
  const isInSettings = usePath().startsWith(SETTINGS)
  const [draft, setDraft] = useState(() => draftOf(schema))
  const refresh = () => void forget(...SCHEMA_CALLS, ...OBJECT_CALLS)
  const create = useMutate(objectsContract.createSchema, {
    success: 'Object created successfully.',
    onError: true,
    onDone: ({ schema: made }) => {
      refresh()
      if (isInSettings) go(addressOfSettings(made.name))
      else onClose()
    },
  })
  const update = useMutate(objectsContract.updateSchema, {
    success: 'Saved',
    onError: true,
    onDone: () => {
      refresh()
      onClose()
    },
  })
  const save = schema ? update : create
  const name = schema?.name ?? schemaNameOf(draft.displayNameSingular)
  const put: Put = (part) => {
    save.reset()
    setDraft((before) => ({ ...before, ...part }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name || save.isPending) return
    const { displayNameSingular, displayNamePlural, description, ...fields } = draft
    const words = {
      displayNameSingular: displayNameSingular.trim(),
      ...(displayNamePlural.trim() && { displayNamePlural: displayNamePlural.trim() }),
      description: description.trim(),
    }
    if (schema) update.mutate({ params: { objectName: schema.name }, body: { ...words, ...fields } })
    else create.mutate({ body: { name, ...words } })
  }
  return (
    <Modal opened onClose={onClose} title={schema ? `Edit ${schema.displayNamePlural.toLowerCase()}` : 'New object'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TitleInput
            label="What one is called"
            placeholder="Subscription"
            title={draft.displayNameSingular}
            onTitle={(displayNameSingular) => put({ displayNameSingular })}
            maxLength={60}
            error={save.error ? sentenceOf(save.error) : undefined}
            name={name && `/v1/objects/${name}`}
          />
          <TextInput
            label="What several are called"
            placeholder="Subscriptions"
            value={draft.displayNamePlural}
            maxLength={60}
            onChange={(event) => put({ displayNamePlural: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            placeholder="What it stands for, for your team."
            value={draft.description}
            maxLength={1000}
            autosize
            minRows={2}
            onChange={(event) => put({ description: event.currentTarget.value })}
          />
          {schema && <FieldChoices schema={schema} draft={draft} put={put} />}
          <FormFoot onCancel={onClose} loading={save.isPending} disabled={!name}>
            {schema ? 'Save' : 'Create object'}
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
