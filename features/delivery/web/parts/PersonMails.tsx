import { Button } from '@mantine/core'
import { EmailLink } from '@millrace/emails/web'
import { ago, ErrorPanel, exactly, Skeleton, useCall } from '@millrace/kit/web'
import { useState } from 'react'
import { deliveryContract as calls } from '../../contract/calls.ts'
import type { Send } from '../../contract/sends.ts'
import c from './personMails.module.css'
import { reasonOf, SendMark } from './SendMark.tsx'

/** When the mail came to stand where it does. */
const momentOf = ({ complainedAt, bouncedAt, deliveredAt, acceptedAt, at }: Send) =>
  complainedAt ?? bouncedAt ?? deliveredAt ?? acceptedAt ?? at

const TELLING: readonly Send['state'][] = ['skipped', 'failed', 'bounced', 'held', 'planned', 'uncertain']

/** Why it stands there, and when it leaves where it waits for a time. */
const toldOf = (send: Send) => {
  const reason = TELLING.includes(send.state) ? reasonOf(send) : undefined
  const isLater = send.state === 'planned' && Date.parse(send.dueAt) > Date.now()
  return isLater ? `${reason ?? ''} It leaves ${exactly(send.dueAt)}.`.trim() : reason
}

const Row = ({ send }: { send: Send }) => {
  const reason = toldOf(send)
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

const PAGE = 50
/** The calls answer no more at once. */
const MOST = 500

/** The mails of one person, newest first: where each stands, and why one was not sent. */
export default function PersonMails({ personId }: { personId: number }) {
  const [limit, setLimit] = useState(PAGE)
  const query = { personId, limit }
  const { data, error, refetch } = useCall(calls.listSends, { query }, { everyMs: 5_000, keepPrevious: true })
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
    <>
      <ul className={c.list}>
        {data.sends.map((send) => (
          <Row key={`${send.at} ${send.id}`} send={send} />
        ))}
      </ul>
      {data.next !== null && limit < MOST && (
        <Button variant="subtle" size="xs" mt={8} onClick={() => setLimit((now) => Math.min(now + 2 * PAGE, MOST))}>
          Show more
        </Button>
      )}
    </>
  )
}
