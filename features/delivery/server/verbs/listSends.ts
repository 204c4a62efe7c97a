import { conflict, cursorBehind, type House, notFound, readCursor, type Tx } from '@millrace/kit/server'
import type { ResolvedAs, Send, SendState } from '../../contract/index.ts'
import { type Ended, recordResults } from '../ledger/recordResults.ts'
import type { Result } from '../ledger/result.ts'
import { CLAIMED_COLUMNS, type ClaimedSend } from '../ledger/row.ts'
import type { DeliveryPorts } from '../ports.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null
const some = (id: number) => id || null

const COLUMNS = `s.id, s.reason_at as "at", s.state, s.why, s.reply, s.person_id as "personId", s.email_id as "emailId",
  (select e.name from emails e where e.account_id = $1 and e.id = s.email_id) as "emailName", s.subject,
  coalesce(s.to_address, (select p.email from people p where p.account_id = $1 and p.id = s.person_id)) as "toAddress",
  s.reason_kind as "reasonKind", s.flow_id as "flowId", s.step_id as "stepId",
  coalesce(s.is_transactional, s.lane = 0) as "isTransactional", s.attempts, s.due_at as "dueAt",
  s.attempted_at as "attemptedAt", s.accepted_at as "acceptedAt", s.opened_at as "openedAt", s.clicked_at as "clickedAt",
  s.unsubscribed_at as "unsubscribedAt", s.delivered_at as "deliveredAt", s.bounced_at as "bouncedAt",
  s.complained_at as "complainedAt", s.replied_at as "repliedAt", s.opens, s.clicks, s.message_id as "messageId"`

const MOMENTS = [
  'attemptedAt',
  'acceptedAt',
  'openedAt',
  'clickedAt',
  'unsubscribedAt',
  'deliveredAt',
  'bouncedAt',
  'complainedAt',
  'repliedAt',
] as const
type Moment = (typeof MOMENTS)[number]
type Times = 'at' | 'dueAt' | Moment
type Row = Omit<Send, Times | 'personId' | 'emailId' | 'flowId' | 'stepId'> & {
  personId: number
  emailId: number
  flowId: number
  stepId: number
  at: Date
  dueAt: Date
} & Record<Moment, Date | null>

const shown = (row: Row): Send => ({
  ...row,
  personId: some(row.personId),
  emailId: some(row.emailId),
  flowId: some(row.flowId),
  stepId: some(row.stepId),
  at: row.at.toISOString(),
  dueAt: row.dueAt.toISOString(),
  ...(Object.fromEntries(MOMENTS.map((moment) => [moment, iso(row[moment])])) as Record<Moment, string | null>),
})

/** What a list of mails is narrowed to. */
export type SendFilter = {
  personId?: number
  emailId?: number
  flowId?: number
  stepId?: number
  broadcastId?: number
  email?: string
  state?: SendState
  why?: string
  waiting?: 'true'
  before?: string
  cursor?: string
  limit?: number
}

const mails = (which: string) => `select ${COLUMNS} from sends s
  where s.account_id = $1 and s.reason_kind <> 'system' and ($2::bigint is null or s.person_id = $2)
    and ($3::bigint is null or s.email_id = $3) and ($4::bigint is null or s.flow_id = $4)
    and ($5::text is null or s.state = $5) and ($6::timestamptz is null or s.reason_at < $6)
    and ($8::bigint is null or s.step_id = $8) and ($9::bigint is null or (s.broadcast_id = $9 and s.broadcast_id > 0))
    and ($10::text is null or strpos(lower(s.to_address), lower($10)) > 0)
    and ($13::text is null or s.why = $13) and ($11::timestamptz is null or (s.reason_at, s.id) < ($11, $12::bigint))${which}
  order by s.account_id, s.reason_at desc, s.id desc limit $7`

/** Mails of an account, newest first, without those of the installation itself. */
const LIST = mails('')

/** Those that have not left and may still: found by the indexes of each state, for they are few among all that ever left. */
const WAITING = `select w.* from ((${mails(` and s.state = 'planned'`)}) union all (${mails(` and s.state = 'held'`)})) w
  order by w."at" desc, w.id desc limit $7`

const behind = ({ at, id }: Row) => cursorBehind({ value: at.toISOString().replace('T', ' ').replace('Z', '+00'), id })

/** Mails of the ledger, newest first, and the cursor behind them where there are more. */
export const listSends = async (
  tx: Tx,
  accountId: number,
  filter: SendFilter,
): Promise<{ sends: Send[]; next: string | null }> => {
  const { personId = null, emailId = null, flowId = null, state = null, before = null, limit = 50 } = filter
  const { stepId = null, broadcastId = null, email = null, why = null, waiting } = filter
  const last = readCursor(filter.cursor, true)
  const of = [stepId, broadcastId, email, last?.value ?? null, last?.id ?? null, why]
  const rows = await tx.rows<Row>(waiting ? WAITING : LIST, [
    accountId,
    personId,
    emailId,
    flowId,
    state,
    before,
    limit + 1,
    ...of,
  ])
  const here = rows.slice(0, limit)
  const end = here.at(-1)
  return { sends: here.map(shown), next: rows.length > limit && end ? behind(end) : null }
}

/** One row, held. */
const HOLD = `select ${CLAIMED_COLUMNS}, s.state from sends s
  where s.account_id = $1 and s.reason_at = $2 and s.id = $3 for update`

const WORDS: Record<ResolvedAs, Pick<Result, 'state' | 'why'>> = {
  again: { state: 'planned', why: 'A member had it sent again.' },
  accepted: { state: 'accepted', why: 'A member said that it arrived.' },
  failed: { state: 'failed', why: 'A member said that it did not arrive.' },
}

/** What a member's word makes of an uncertain mail. */
export const wordOf = (as: ResolvedAs, now: Date): Result => ({
  ...WORDS[as],
  reply: null,
  dueAt: as === 'again' ? now : null,
  isFree: false,
})

/** Settles an uncertain mail by a member's word. */
export const resolveSend = async (
  house: House,
  ports: Pick<DeliveryPorts, 'recordEvents'>,
  accountId: number,
  { id, at, as }: { id: number; at: string; as: ResolvedAs },
): Promise<Send> =>
  house.db.account(accountId, async (tx) => {
    const reasonAt = new Date(at)
    const send = await tx.one<ClaimedSend & { state: SendState }>(HOLD, [accountId, reasonAt, id])
    if (!send) throw notFound('There is no such mail.')
    if (send.state !== 'uncertain') throw conflict('The fate of this mail is known already.')
    const now = house.clock.now()
    const ended: Ended = { send, result: wordOf(as, now), to: send.toAddress }
    await recordResults(tx, accountId, now, [ended], ports, null)
    if (as === 'again') await house.bell.ring(tx, 'sends', accountId)
    // The row as it stands now.
    const row = await tx.one<Row>(
      `select ${COLUMNS} from sends s where s.account_id = $1 and s.reason_at = $2 and s.id = $3`,
      [accountId, reasonAt, id],
    )
    return shown(row as Row)
  })
