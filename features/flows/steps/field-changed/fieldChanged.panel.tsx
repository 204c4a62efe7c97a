import { TextInput } from '@mantine/core'
import { FieldPicker, Hint, type PanelProps } from '../../web/inspector/index.ts'
import { useFlowKind } from '../../web/kind/flowKind.ts'

/** Settings of the field trigger. */
export default function FieldChangedPanel({ values, change, problemOf }: PanelProps) {
  const { isOfPeople, words } = useFlowKind()
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
      <Hint>
        {isOfPeople ? 'New people have' : `A new ${words.one} has`} changed nothing yet: what{' '}
        {isOfPeople ? 'they come' : 'it comes'} with does not start the flow.
      </Hint>
    </>
  )
}
