import { Button, TextInput } from '@mantine/core'
import { askFirst, Drawer, forget, patchAnswers, sentenceOf, useMutate } from '@millrace/kit/web'
import { FieldInput } from '@millrace/people/web'
import { type FormEvent, useId, useState } from 'react'
import { type ObjectRecord, type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { nameOfObject, OBJECT_CALLS } from '../data.ts'
import css from './record.module.css'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

type Props = { schema: ObjectSchema; object: ObjectRecord; onClose: () => void }

/** Changes what is known of an object; only what was changed is sent. */
export default function EditObject({ schema, object, onClose }: Props) {
  const form = useId()
  const params = { objectName: schema.name, id: object.id }
  const [changes, setChanges] = useState<Record<string, unknown>>({})
  const save = useMutate(objectsContract.updateObject, {
    success: 'Saved',
    onError: true,
    onDone: (answer) => {
      patchAnswers(objectsContract.getObject, () => answer, { params })
      void forget(...OBJECT_CALLS.filter((call) => call !== objectsContract.getObject))
      onClose()
    },
  })
  const sentence = save.error && sentenceOf(save.error)
  const culprit = schema.fields.find(({ name }) => sentence?.startsWith(`${name}: `))?.name ?? 'externalId'
  const put = (name: string, value: unknown) => {
    save.reset()
    setChanges((before) => {
      const { [name]: _, ...others } = before
      return isSame(value, object[name]) ? others : { ...others, [name]: value }
    })
  }
  const isDirty = Object.keys(changes).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty && !save.isPending) save.mutate({ params, body: changes })
  }
  const close = async () => {
    const question = {
      title: 'Discard your changes?',
      children: 'They are not saved yet.',
      confirm: 'Discard',
      danger: true,
    }
    if (!isDirty || (await askFirst(question))) onClose()
  }
  const shown = (name: string) => (name in changes ? changes[name] : object[name])
  return (
    <Drawer
      opened
      onClose={() => void close()}
      over={`Edit ${schema.displayNameSingular.toLowerCase()}`}
      title={nameOfObject(schema, object)}
      width={440}
      foot={
        <>
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={save.isPending} disabled={!isDirty}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={submit} noValidate>
        {schema.fields
          .filter(({ readOnly }) => !readOnly)
          .map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              value={shown(field.name)}
              onChange={(value) => put(field.name, value)}
              error={culprit === field.name ? (sentence ?? undefined) : undefined}
            />
          ))}
        <TextInput
          label="External ID"
          value={String(shown('externalId') ?? '')}
          maxLength={255}
          error={culprit === 'externalId' ? sentence : undefined}
          onChange={(event) => put('externalId', event.currentTarget.value || null)}
        />
      </form>
    </Drawer>
  )
}
