import { TextInput } from '@mantine/core'
import { EditDrawer, forget, patchAnswers, sentenceOf, useChanges, useMutate } from '@millrace/kit/web'
import { FieldInput } from '@millrace/people/web'
import { type ObjectRecord, type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { nameOfObject, OBJECT_CALLS } from '../data.ts'

type Props = { schema: ObjectSchema; object: ObjectRecord; onClose: () => void }

/** Changes what is known of an object; only what was changed is sent. */
export default function EditObject({ schema, object, onClose }: Props) {
  const params = { objectName: schema.name, id: object.id }
  const { changes, isDirty, shown, put } = useChanges(object)
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
  const write = (name: string, value: unknown) => {
    save.reset()
    put(name, value)
  }
  return (
    <EditDrawer
      over={`Edit ${schema.displayNameSingular.toLowerCase()}`}
      title={nameOfObject(schema, object)}
      isDirty={isDirty}
      isSaving={save.isPending}
      onSave={() => save.mutate({ params, body: changes })}
      onClose={onClose}
    >
      {schema.fields
        .filter(({ readOnly }) => !readOnly)
        .map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={shown(field.name)}
            onChange={(value) => write(field.name, value)}
            error={culprit === field.name ? (sentence ?? undefined) : undefined}
          />
        ))}
      <TextInput
        label="External ID"
        value={String(shown('externalId') ?? '')}
        maxLength={255}
        error={culprit === 'externalId' ? sentence : undefined}
        onChange={(event) => write('externalId', event.currentTarget.value || null)}
      />
    </EditDrawer>
  )
}
