import { Anchor, Button, Checkbox, Select, Switch, TextInput } from '@mantine/core'
import { emailsContract } from '@millrace/emails/contract'
import { useCall } from '@millrace/kit/web'
import { IconPencil } from '@tabler/icons-react'
import { type PanelProps, Row, WeekdayPicker, ZonePicker } from '../../web/inspector/index.ts'
import css from './send.module.css'

type Window = { weekdays: number[]; from: string; to: string; timezone: string }
const OFFICE: Window = { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timezone: 'person' }

const Preview = ({ id }: { id: number }) => {
  const { data, error } = useCall(emailsContract.getEmail, { params: { id } })
  if (error) return <p className={css.note}>{error.message}</p>
  if (!data) return <div className={css.preview} aria-busy="true" />
  const { fromName, fromEmail, subject, html } = data.email
  return (
    <div className={css.preview}>
      <dl className={css.meta}>
        <dt>From</dt>
        <dd>{fromEmail ? `${fromName} <${fromEmail}>` : '...'}</dd>
        <dt>Subject</dt>
        <dd>{subject || '...'}</dd>
      </dl>
      {/* Without any sandbox permission the mail's HTML can neither run nor reach anything. */}
      <iframe title={`Preview of ${subject}`} sandbox="" srcDoc={html} className={css.frame} tabIndex={-1} />
    </div>
  )
}

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
      <TextInput
        type="time"
        label="From"
        value={window.from}
        onChange={(event) => onChange({ ...window, from: event.currentTarget.value })}
        error={problemOf('window.from')}
      />
      <TextInput
        type="time"
        label="To"
        value={window.to}
        onChange={(event) => onChange({ ...window, to: event.currentTarget.value })}
        error={problemOf('window.to')}
      />
    </Row>
    <ZonePicker value={window.timezone} onChange={(timezone) => onChange({ ...window, timezone })} />
  </>
)

/** Settings of "Send email": which, to whom, when. */
export default function SendPanel({ values, change, problemOf }: PanelProps) {
  const { data, isPending } = useCall(emailsContract.listEmails, { query: { limit: 500 } })
  const emailId = values.emailId as number | undefined
  const window = values.window as Window | undefined
  const emails = data?.emails ?? []
  return (
    <>
      <Select
        label="Email"
        placeholder={isPending ? 'Loading…' : 'Choose an email'}
        searchable
        data={emails.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={emailId ? String(emailId) : null}
        onChange={(id) => id && change({ emailId: Number(id) })}
        error={problemOf('emailId')}
        nothingFoundMessage="No email of that name"
      />
      {data && !emails.length && (
        <p className={css.note}>
          There is no email yet. <Anchor href="/emails">Write one</Anchor>, then come back.
        </p>
      )}
      {emailId && <Preview id={emailId} />}
      {emailId && (
        <Button component="a" href={`/emails/${emailId}`} variant="default" leftSection={<IconPencil size={15} />}>
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
