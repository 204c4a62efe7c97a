import { Button, Checkbox, Switch, TextInput } from '@mantine/core'
import { EmailLink, EmailPicker, EmailPreviewFrame } from '@millrace/emails/web'
import { IconPencil } from '@tabler/icons-react'
import { type PanelProps, Row, TimeOfDay, WeekdayPicker, ZonePicker } from '../../web/inspector/index.ts'

type Window = { weekdays: number[]; from: string; to: string; timezone: string }
const OFFICE: Window = { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timezone: 'person' }

const SendingWindow = ({
  window,
  onChange,
  problemOf,
}: {
  window: Window
  onChange(window: Window): void
  problemOf: PanelProps['problemOf']
}) => (
  <>
    <WeekdayPicker
      value={window.weekdays}
      onChange={(weekdays) => onChange({ ...window, weekdays })}
      error={problemOf('window.weekdays')}
    />
    <Row>
      <TimeOfDay
        label="From"
        value={window.from}
        onChange={(from = '') => onChange({ ...window, from })}
        error={problemOf('window.from')}
      />
      <TimeOfDay
        label="To"
        value={window.to}
        onChange={(to = '') => onChange({ ...window, to })}
        error={problemOf('window.to')}
      />
    </Row>
    <ZonePicker value={window.timezone} onChange={(timezone) => onChange({ ...window, timezone })} />
  </>
)

/** Settings of "Send email": which, to whom, when. */
export default function SendPanel({ values, change, problemOf }: PanelProps) {
  const emailId = values.emailId as number | undefined
  const window = values.window as Window | undefined
  return (
    <>
      <EmailPicker value={emailId} onChange={(id) => change({ emailId: id })} error={problemOf('emailId')} />
      {emailId && <EmailPreviewFrame emailId={emailId} isTiny />}
      {emailId && (
        <Button
          renderRoot={(props) => <EmailLink emailId={emailId} {...props} />}
          variant="default"
          leftSection={<IconPencil size={15} />}
        >
          Edit email
        </Button>
      )}
      <TextInput
        label="Send to"
        description="Empty is the person's own address; Liquid may name another."
        placeholder="Person's email"
        value={(values.sendTo as string) ?? ''}
        onChange={(event) => change({ sendTo: event.currentTarget.value || undefined })}
        error={problemOf('sendTo')}
      />
      <Switch
        label="Only in a sending window"
        checked={window !== undefined}
        onChange={(event) => change({ window: event.currentTarget.checked ? OFFICE : undefined })}
      />
      {window && <SendingWindow window={window} onChange={(next) => change({ window: next })} problemOf={problemOf} />}
      <Checkbox
        label="Only once per person"
        checked={values.onlyOnce !== false}
        onChange={(event) => change({ onlyOnce: event.currentTarget.checked })}
      />
      <Checkbox
        label="Transactional: people need it even if they unsubscribed"
        checked={values.transactional === true}
        onChange={(event) => change({ transactional: event.currentTarget.checked || undefined })}
      />
    </>
  )
}
