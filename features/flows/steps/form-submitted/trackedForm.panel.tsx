import { TextInput } from '@mantine/core'
import { Hint, type PanelProps } from '../../web/inspector/index.ts'

/** Settings of the trigger for tracked forms. */
export default function TrackedFormPanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <TextInput
        label="Page"
        placeholder="https://acme.com/contact"
        value={(values.url as string) ?? ''}
        onChange={(event) => change({ url: event.currentTarget.value })}
        error={problemOf('url')}
      />
      <TextInput
        label="Form"
        description="The mark under which the tracking script reports the form."
        value={(values.formHash as string) ?? ''}
        onChange={(event) => change({ formHash: event.currentTarget.value })}
        error={problemOf('formHash')}
      />
      <Hint>The same form on another page does not start the flow.</Hint>
    </>
  )
}
