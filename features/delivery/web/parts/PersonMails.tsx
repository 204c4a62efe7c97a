import { EmailLink } from '@millrace/emails/web'
import { ago, ErrorPanel, exactly, Skeleton, useCall } from '@millrace/kit/web'
import { deliveryContract as calls } from '../../contract/calls.ts'
import type { Send } from '../../contract/sends.ts'
import c from './personMails.module.css'
import { reasonOf, SendMark } from './SendMark.tsx'

/** When the mail came to stand where it does. */
const momentOf = ({ complainedAt, bouncedAt, deliveredAt, acceptedAt, at }: Send) =>
  complainedAt ?? bouncedAt ?? deliveredAt ?? acceptedAt ?? at

const Row = ({ send }: { send: Send }) => {
  const reason =
    send.state === 'skipped' || send.state === 'failed' || send.state === 'bounced' ? reasonOf(send) : undefined
  const name = send.subject || send.emailName || 'Mail'
  return (
    <li className={c.row}>
      <div className={c.text}>
        {send.emailId && send.emailId > 0 ? (
          <EmailLink emailId={send.emailId} isPreview className={c.name}>
            {name}
          </EmailLink>
        ) : (
          <span className={c.name}>{name}</span>
        )}
        {reason && <span className={c.why}>{reason}</span>}
      </div>
      <SendMark send={send} />
      <time className={c.at} dateTime={momentOf(send)} title={exactly(momentOf(send))}>
        {ago(momentOf(send))}
      </time>
    </li>
  )
}

/** The mails of one person, newest first: where each stands, and why one was not sent. */
export default function PersonMails({ personId }: { personId: number }) {
  const { data, error, refetch } = useCall(calls.listSends, { query: { personId, limit: 50 } }, { everyMs: 5_000 })
  if (error && !data) return <ErrorPanel error={error} onRetry={refetch} />
  if (!data) {
    return (
      <div className={c.loading} aria-busy="true">
        <Skeleton width="70%" />
        <Skeleton width="55%" />
        <Skeleton width="62%" />
      </div>
    )
  }
  if (!data.sends.length) return <p className={c.none}>No mail has been sent to this person yet.</p>
  return (
    <ul className={c.list}>
      {data.sends.map((send) => (
        <Row key={`${send.at} ${send.id}`} send={send} />
      ))}
    </ul>
  )
}
