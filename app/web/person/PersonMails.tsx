import { deliveryContract, type SendState, SKIP_REASONS } from '@millrace/delivery/contract'
import type { Result } from '@millrace/kit/contract'
import { ago, EmptyState, ErrorPanel, exactly, type ListColumn, ListTable, StatusDot, useCall } from '@millrace/kit/web'
import { IconMail } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import css from './person.module.css'

type Mail = Result<typeof deliveryContract.listSends>['sends'][number]
type Tone = ComponentProps<typeof StatusDot>['tone']

const STATES: Record<SendState, [Tone, string]> = {
  planned: ['draft', 'Planned'],
  claimed: ['busy', 'On its way'],
  attempting: ['busy', 'On its way'],
  accepted: ['on', 'Accepted'],
  delivered: ['on', 'Delivered'],
  bounced: ['bad', 'Bounced'],
  complained: ['bad', 'Marked as spam'],
  skipped: ['off', 'Not sent'],
  failed: ['bad', 'Failed'],
  uncertain: ['warn', 'Uncertain'],
}

const whyOf = ({ why, reply }: Mail) =>
  why && why in SKIP_REASONS ? SKIP_REASONS[why as keyof typeof SKIP_REASONS] : (reply ?? why)

const COLUMNS: ListColumn<Mail>[] = [
  {
    id: 'subject',
    title: 'Mail',
    render: (mail) => (
      <>
        <b style={{ fontWeight: 500 }}>{mail.subject || mail.emailName || 'No subject'}</b>
        <div className={css.subject}>{whyOf(mail)}</div>
      </>
    ),
  },
  {
    id: 'state',
    title: 'State',
    width: 140,
    render: ({ state }) => <StatusDot tone={STATES[state][0]}>{STATES[state][1]}</StatusDot>,
  },
  {
    id: 'at',
    title: 'When',
    width: 120,
    align: 'right',
    render: ({ at }) => <time title={exactly(at)}>{ago(at)}</time>,
  },
]

/** The mail that a person was sent, and what became of it. */
export default function PersonMails({ personId }: { personId: number }) {
  const { data, error, refetch } = useCall(deliveryContract.listSends, { query: { personId, limit: 200 } })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return (
    <div className={css.mails}>
      <ListTable
        label="Mail"
        rows={data?.sends}
        idOf={({ id }) => id}
        nameOf={({ subject }) => subject ?? 'Mail'}
        columns={COLUMNS}
        empty={
          <EmptyState
            icon={<IconMail size={22} stroke={1.6} />}
            title="No mail yet"
            text="Every mail to this person shows here, and what became of it: accepted, delivered, or not sent and why."
          />
        }
      />
    </div>
  )
}
