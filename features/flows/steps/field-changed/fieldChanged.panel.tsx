import { TextInput } from '@mantine/core'
import { FieldPicker, Hint, type PanelProps } from '../../web/inspector/index.ts'

/** Settings of the field trigger. */
export default function FieldChangedPanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <FieldPicker
        label="Field"
        changes
        value={values.field as string}
        onChange={(field) => change({ field })}
        error={problemOf('field')}
      />
      <TextInput
        label="From"
        placeholder="Any value"
        value={(values.from as string) ?? ''}
        onChange={(event) => change({ from: event.currentTarget.value || undefined })}
        error={problemOf('from')}
      />
      <TextInput
        label="To"
        placeholder="Any value"
        value={(values.to as string) ?? ''}
        onChange={(event) => change({ to: event.currentTarget.value || undefined })}
        error={problemOf('to')}
      />
      <Hint>New people have changed nothing yet: what they come with does not start the flow.</Hint>
    </>
  )
}
