import { NumberInput } from '@mantine/core'
import { formPicker, type PanelProps } from '../../web/inspector/index.ts'

/** Settings of the form trigger. */
export default function FormSubmittedPanel({ values, change, problemOf }: PanelProps) {
  const Picker = formPicker()
  const given = { label: 'Form', value: values.formId as number | undefined, error: problemOf('formId') }
  const choose = (formId: number) => change({ formId })
  return Picker ? (
    <Picker {...given} onChange={choose} />
  ) : (
    <NumberInput {...given} value={given.value ?? ''} onChange={(formId) => choose(Number(formId))} />
  )
}
