import { Input, Select, Switch } from '@mantine/core'
import { DurationField } from './DurationField.tsx'

const ACTIVITIES = [
  { value: 'delivered', label: 'It is delivered' },
  { value: 'opened', label: 'They open it' },
  { value: 'clicked', label: 'They click in it' },
  { value: 'bounced', label: 'It bounces' },
  { value: 'complained', label: 'They mark it as spam' },
  { value: 'unsubscribed', label: 'They unsubscribe by it' },
  { value: 'replied', label: 'They reply to it' },
]
/** Activity of which not every mail server tells. */
const HINTS: Record<string, string> = {
  delivered: 'Known only where your mail provider reports it.',
  opened: 'Opens by machines are left out, as far as they can be told.',
  clicked: 'Clicks by machines are left out, as far as they can be told.',
  complained: 'Known only where your mail provider reports it.',
  replied: 'Known only where replies come in to Millrace.',
}

/** Chooses what happens to an email. */
export const ActivityPicker = ({
  value,
  onChange,
  error,
}: {
  value: unknown
  onChange(activity: string): void
  error?: string
}) => (
  <Select
    label="What happens"
    data={ACTIVITIES}
    value={(value as string) ?? null}
    description={HINTS[value as string]}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    allowDeselect={false}
    onChange={(activity) => activity && onChange(activity)}
    error={error}
  />
)

const UNITS = ['minutes', 'hours', 'days', 'weeks', 'months'] as const

/** How long ago something may be; switched off it may be ever so long ago. */
export const WithinField = ({
  value,
  onChange,
  error,
}: {
  value: unknown
  onChange(value: { value: number; unit: string } | undefined): void
  error?: string
}) => {
  const within = value as { value: number; unit: string } | undefined
  return (
    <Input.Wrapper error={error}>
      <Switch
        label="Only lately"
        checked={within !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? { value: 7, unit: 'days' } : undefined)}
        mb={within ? 10 : 0}
      />
      {within && <DurationField label="In the last" units={UNITS} value={within} onChange={onChange} />}
    </Input.Wrapper>
  )
}
