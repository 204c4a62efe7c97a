import { TextInput } from '@mantine/core'
import { Choice, Hint, type PanelProps, WithinField } from '../../web/inspector/index.ts'

const MATCHES = [
  { value: 'is', label: 'Is' },
  { value: 'starts', label: 'Starts with' },
  { value: 'contains', label: 'Contains' },
]

/** Settings of the page filter. */
export default function PageVisitedPanel({ values, change, problemOf }: PanelProps) {
  return (
    <>
      <Choice
        label="The page’s address"
        data={MATCHES}
        value={(values.match as string) ?? 'is'}
        onChange={(match) => change({ match })}
      />
      <TextInput
        label="Address"
        description="http or https and a slash at the end do not matter; what follows a “?” only if you write it."
        placeholder={values.match === 'contains' ? '/pricing' : 'https://acme.com/pricing'}
        value={(values.url as string) ?? ''}
        onChange={(event) => change({ url: event.currentTarget.value })}
        error={problemOf('url')}
      />
      <WithinField value={values.within} onChange={(within) => change({ within })} error={problemOf('within')} />
      <Hint>Those who were there leave by “yes”, the others by “no”.</Hint>
    </>
  )
}
