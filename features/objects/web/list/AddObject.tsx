import { Modal, Stack, TextInput } from '@mantine/core'
import { FormFoot, forget, issuesByField, sentenceOf, useGo, useMutate } from '@millrace/kit/web'
import { FieldInput } from '@millrace/people/web'
import { type FormEvent, useState } from 'react'
import { type ObjectField, type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { addressOfObject, OBJECT_CALLS } from '../data.ts'

const MOST = 5

/** The fields that are asked for at once: what it is called, what stands beside that, and the first others. */
const askedFor = ({ fields, primaryField, secondaryFields }: ObjectSchema): ObjectField[] => {
  const names = new Set([primaryField, ...secondaryFields, ...fields.map(({ name }) => name)])
  const byName = new Map(fields.map((field) => [field.name, field]))
  return [...names].flatMap((name) => byName.get(name) ?? []).slice(0, MOST)
}

/** The dialog puts the focus on what is marked; the editor of a field has no place for the mark. */
const focusFirst = (part: HTMLDivElement | null) =>
  part?.querySelector('input,textarea')?.setAttribute('data-autofocus', 'true')

/** Adds an object and goes to its page. */
export default function AddObject({ schema, onClose }: { schema: ObjectSchema; onClose: () => void }) {
  const go = useGo()
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [externalId, setExternalId] = useState('')
  const save = useMutate(objectsContract.createObjects, {
    success: 'Object created successfully.',
    onError: true,
    onDone: ({ object }) => {
      void forget(...OBJECT_CALLS)
      go(addressOfObject(schema.name, object.id))
    },
  })
  const issues = issuesByField(save.error)
  const sentence = save.error && sentenceOf(save.error)
  const fields = askedFor(schema)
  const culprit = fields.find(({ name }) => sentence?.startsWith(`${name}: `))?.name
  const isEmpty = !externalId.trim() && Object.values(values).every((value) => value === null || value === '')
  const put = (name: string, value: unknown) => {
    save.reset()
    setValues((before) => ({ ...before, [name]: value }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || save.isPending) return
    const body = [{ ...values, ...(externalId.trim() && { externalId: externalId.trim() }) }]
    save.mutate({ params: { objectName: schema.name }, body })
  }
  const isAboutExternal = sentence?.includes('external ID')
  return (
    <Modal opened onClose={onClose} title={`Add ${schema.displayNameSingular.toLowerCase()}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {fields.map((field, index) => (
            <div key={field.name} ref={index === 0 ? focusFirst : undefined}>
              <FieldInput
                field={field}
                value={values[field.name]}
                onChange={(value) => put(field.name, value)}
                error={
                  issues[field.name] ??
                  (culprit === field.name || (index === 0 && !culprit && !isAboutExternal)
                    ? (sentence ?? undefined)
                    : undefined)
                }
              />
            </div>
          ))}
          <TextInput
            label="External ID"
            description={`The id under which your own product knows the ${schema.displayNameSingular.toLowerCase()}, if there is one.`}
            value={externalId}
            maxLength={255}
            error={isAboutExternal ? sentence : undefined}
            onChange={(event) => {
              save.reset()
              setExternalId(event.currentTarget.value)
            }}
          />
          <FormFoot onCancel={onClose} loading={save.isPending} disabled={isEmpty}>
            Add {schema.displayNameSingular.toLowerCase()}
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
