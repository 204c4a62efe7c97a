import { Button } from '@mantine/core'
import {
  addressShape,
  ago,
  EmptyState,
  ErrorPanel,
  exactly,
  Link,
  NarrowPage,
  PageHead,
  PageSkeleton,
  PermissionGate,
  param,
  plural,
  useAddress,
  useCall,
  useEndless,
} from '@millrace/kit/web'
import { IconCircleCheck } from '@tabler/icons-react'
import { ledgerCalls as calls, type WaitingMail } from '../../contract/ledgerCalls.ts'
import type { HoldReason, Send } from '../../contract/sends.ts'
import c from '../parts/senders.module.css'

const Address = addressShape({
  /** The reason whose mails are shown one by one. */
  why: param.text(),
})

const RULES = { to: '/settings/email/rules', label: 'Sending rules' }

/** Where what mail waits for is set right, or was asked for. */
const WHERE: Partial<Record<HoldReason, { to: string; label: string }>> = {
  'sender not verified': { to: '/settings/email/addresses', label: 'Sender addresses' },
  'broadcast paused': { to: '/broadcasts', label: 'Broadcasts' },
  'over the frequency cap': RULES,
  'quiet hours': RULES,
  'warming up': RULES,
  throttled: RULES,
}

type GroupProps = { of: WaitingMail; isOpen: boolean; onOpen: () => void }

const Group = ({ of, isOpen, onOpen }: GroupProps) => {
  const where = WHERE[of.why as HoldReason]
  return (
    <li className={c.row}>
      <div className={c.name}>
        <b>{plural(of.count, 'email')}</b>
        <small>
          {of.words} {where && <Link to={where.to}>{where.label}</Link>}
        </small>
        <small className={c.quiet}>
          The first since {ago(of.since)}
          {of.until && `; the next at ${exactly(of.until)}`}.
        </small>
      </div>
      <Button variant="default" size="xs" aria-expanded={isOpen} onClick={onOpen}>
        {isOpen ? 'Hide' : 'Show'}
      </Button>
    </li>
  )
}

const Mail = ({ send }: { send: Send }) => (
  <li className={c.row}>
    <div className={c.name}>
      <b>{send.personId ? <Link to={`/people/${send.personId}`}>{send.toAddress}</Link> : send.toAddress}</b>
      <small>{send.subject || send.emailName}</small>
    </div>
    <small className={c.quiet}>{send.state === 'planned' ? `Leaves ${exactly(send.dueAt)}` : 'Held'}</small>
  </li>
)

const Mails = ({ why }: { why: string }) => {
  const { pages, first, error, refetch, onEnd } = useEndless(calls.listSends, {
    query: { why, waiting: 'true', limit: 100 },
  })
  if (error && !first) return <ErrorPanel error={error} onRetry={refetch} />
  if (!pages) return <PageSkeleton />
  return (
    <>
      <ul className={c.list} aria-label="Waiting mails">
        {pages
          .flatMap(({ sends }) => sends)
          .map((send) => (
            <Mail key={`${send.at} ${send.id}`} send={send} />
          ))}
      </ul>
      {onEnd && (
        <Button variant="subtle" onClick={onEnd}>
          Show more
        </Button>
      )}
    </>
  )
}

const Groups = () => {
  const [{ why }, setAddress] = useAddress(Address)
  const { data, error, refetch } = useCall(calls.waitingMail, undefined, { staleMs: 0, everyMs: 5_000 })
  const groups = data?.waiting
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!groups) return <PageSkeleton />
  if (!groups.length)
    return (
      <EmptyState
        meaning="goal"
        icon={<IconCircleCheck size={24} stroke={1.6} />}
        title="No mail waits"
        text="Whatever was to leave has left. Mail that is held, by a rule of yours or by a receiving server, is shown here and goes by itself."
      />
    )
  return (
    <>
      <ul className={c.list} aria-label="What mail waits for">
        {groups.map((of) => (
          <Group
            key={of.why}
            of={of}
            isOpen={of.why === why}
            onOpen={() => setAddress({ why: of.why === why ? undefined : of.why })}
          />
        ))}
      </ul>
      {why !== undefined && groups.some((of) => of.why === why) && <Mails key={why} why={why} />}
    </>
  )
}

/** What mail of the account waits for, and which. */
export default function WaitingMails() {
  return (
    <NarrowPage>
      <PageHead
        title="Waiting mail"
        sub="Mail that could have left, but for what stands here. It goes when its time comes, or when what it waits for is there; what is held for longer than your sending rules say is skipped."
      />
      <PermissionGate scope="emails:read">
        <Groups />
      </PermissionGate>
    </NarrowPage>
  )
}
