import { cursorBehind, type House, notFound, readCursor, refused, type Tx } from '@millrace/kit/server'
import type { StepCall } from '../../contract/index.ts'
import { originOf } from '../../steps/webhook/webhook.step.ts'
import { EITHER_NAME, eitherJoin } from '../subjects/subjects.ts'
import type { Editor } from '../verbs/editFlow.ts'
import { readStep } from '../verbs/readFlow.ts'
import { goneReason } from './callRows.ts'
import { sealSecret, signingSecretOf } from './secrets.ts'
import { callingOf } from './testCall.ts'

type State = StepCall['state']
type Row = Omit<StepCall, 'state' | 'person' | 'createdAt' | 'dueAt' | 'endedAt'> & {
  state: number
  personId: number | null
  name: string
  email: string | null
  createdAt: Date
  dueAt: Date | null
  endedAt: Date | null
}

const STATES: Record<State, number[]> = { waiting: [0], calling: [1], answered: [2], failed: [3, 4] }

/** Calls of a step, latest first. */
const LIST = `select c.id, c.state, c.request ->> 'method' as method, c.host, c.attempts, c.status, c.error,
    left(c.reply ->> 'body', 2000) as answer, c.created_at as "createdAt", case when c.state = 0 then c.due_at end as "dueAt",
    c.ended_at as "endedAt", coalesce(p.id, o.id) as "personId", p.email, ${EITHER_NAME} as name
  from flow_calls c ${eitherJoin('c.person_id')}
  where c.account_id = $1 and c.step_id = $2 and c.id < $3 and ($4::smallint[] is null or c.state = any($4::smallint[]))
  order by c.account_id, c.id desc limit $5`

/** Destinations at which calls of a step, or of a flow's steps, wait, with how many; counted to a limit. */
const HOSTS = `select h.host, h.opened_at is not null as "isOpen", h.retry_at as "retryAt", w.step_id as "stepId", w.waiting
  from call_hosts h join (
    select c.host, c.step_id, count(*)::int as waiting from flow_calls c
    where c.account_id = $1 and c.state < 2 and ($2::bigint is null or c.step_id = $2::bigint)
      and ($3::bigint is null or c.flow_id = $3::bigint)
    group by c.host, c.step_id
  ) w on w.host = h.host
  where h.account_id = $1 order by w.waiting desc, h.host limit 20`

type HostRow = { host: string; isOpen: boolean; retryAt: Date | null; stepId: number; waiting: number }

const stateOf = (state: number): State =>
  (Object.keys(STATES) as State[]).find((name) => STATES[name].includes(state)) ?? 'failed'

const people = (count: number) => (count === 1 ? '1 person waits' : `${count.toLocaleString('en')} people wait`)

const noticeOf = ({ host, isOpen, waiting }: HostRow): string | null =>
  isOpen ? `${host} does not answer; ${people(waiting)}.` : null

const toCall = ({ personId, name, email, ...row }: Row): StepCall => ({
  ...row,
  state: stateOf(row.state),
  person: personId === null ? null : { id: personId, name, email },
  createdAt: row.createdAt.toISOString(),
  dueAt: row.dueAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
})

const hostsOf = (tx: Tx, accountId: number, stepId: number | null, flowId: number | null): Promise<HostRow[]> =>
  tx.rows<HostRow>(HOSTS, [accountId, stepId, flowId])

/** Calls of a step, latest first, and how their destinations do. */
export const listCalls = (
  house: House,
  { accountId }: Editor,
  stepId: number,
  { cursor, limit = 30, state }: { cursor?: string; limit?: number; state?: State },
) =>
  house.db.account(accountId, async (tx) => {
    await readStep(tx, accountId, stepId)
    const behind = readCursor(cursor, false)?.id ?? Number.MAX_SAFE_INTEGER
    const rows = await tx.rows<Row>(LIST, [accountId, stepId, behind, state ? STATES[state] : null, limit])
    const last = rows.length === limit ? rows.at(-1) : undefined
    const hosts = await hostsOf(tx, accountId, stepId, null)
    return {
      calls: rows.map(toCall),
      hosts: hosts.map((row) => ({
        host: row.host,
        isOpen: row.isOpen,
        retryAt: row.retryAt?.toISOString() ?? null,
        waiting: row.waiting,
        notice: noticeOf(row),
      })),
      stopped: (await goneReason(tx, accountId, stepId)) ?? null,
      paging: { after: last ? cursorBehind({ value: '', id: last.id }) : null },
    }
  })

const IS_FLOW = 'select 1 from flows where account_id = $1 and id = $2'

/** Destinations of a flow's calls that do not answer, in sentences. */
export const noticesOf = async (tx: Tx, accountId: number, flowId: number) =>
  (await hostsOf(tx, accountId, null, flowId)).flatMap((row) => {
    const message = noticeOf(row)
    return message ? [{ stepId: row.stepId, message }] : []
  })

/** The same for whoever asks about the flow. */
export const flowNotices = (house: House, { accountId }: Editor, flowId: number) =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(IS_FLOW, [accountId, flowId]))) throw notFound()
    return noticesOf(tx, accountId, flowId)
  })

/** Closes a secret for the origin of an address. */
export const sealFor = ({ keys }: House, { accountId }: Editor, url: string, value: string) => {
  const origin = originOf(url)
  if (!origin) throw refused('Type the address first: the secret is sent to that host alone.')
  return { secret: sealSecret(keys, accountId, origin, value), for: origin }
}

/** The secret with which a step's receiver checks signatures. */
export const signingSecret = async (house: House, { accountId }: Editor, stepId: number) => {
  const step = await house.db.account(accountId, (tx) => readStep(tx, accountId, stepId))
  callingOf(step)
  const origin = originOf(String(step.inputFields.values.url ?? ''))
  if (!origin) throw refused('Type the address first.')
  return { secret: signingSecretOf(house.keys, accountId, origin), origin }
}
