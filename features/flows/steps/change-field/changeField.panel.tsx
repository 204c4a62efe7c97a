import { Textarea } from '@mantine/core'
import { FieldPicker, type PanelProps } from '../../web/inspector/index.ts'

/** Settings of "Change field". */
export default function ChangeFieldPanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <FieldPicker
        label="Field"
        mayWrite
        value={values.field as string}
        onChange={(field) => change({ field })}
        error={problemOf('field')}
      />
      <Textarea
        label="New value"
        description="Text, or Liquid such as {{ person.company | upcase }}. Empty clears the field."
        autosize
        minRows={2}
        value={(values.value as string) ?? ''}
        onChange={(event) => change({ value: event.currentTarget.value })}
        error={problemOf('value')}
      />
    </>
  )
}
