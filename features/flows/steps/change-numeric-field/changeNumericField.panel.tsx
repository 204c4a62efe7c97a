import { Select, TextInput } from '@mantine/core'
import { FieldPicker, Hint, type PanelProps } from '../../web/inspector/index.ts'

const WAYS = [
  { value: 'add', label: 'Add' },
  { value: 'subtract', label: 'Subtract' },
  { value: 'multiply', label: 'Multiply by' },
  { value: 'set', label: 'Set to' },
]

/** Settings of "Change numeric field". */
export default function ChangeNumericFieldPanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <FieldPicker
        label="Field"
        mayWrite
        isNumber
        value={values.field as string}
        onChange={(field) => change({ field })}
        error={problemOf('field')}
      />
      <Select
        label="What to do"
        data={WAYS}
        value={(values.by as string) ?? 'add'}
        allowDeselect={false}
        onChange={(by) => by && change({ by })}
        error={problemOf('by')}
      />
      <TextInput
        label="Number"
        description="A number, or Liquid such as {{ person.seats | times: 2 }}."
        value={String(values.value ?? '')}
        onChange={(event) => change({ value: event.currentTarget.value })}
        error={problemOf('value')}
      />
      <Hint>An empty field counts as 0.</Hint>
    </>
  )
}
