import type { Bell } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import { ENOUGH_FAILURES, restMs, TRIED_FOR_MS, type Verdict } from './backoff.ts'
import type { CallReply } from './callRows.ts'
import type { Claimed } from './claimCalls.ts'

/** What came of one try. */
export type Ended = {
  call: Claimed
  verdict: Verdict
  status: number | null
  reply: CallReply | null
  error: string | null
  /** When it is tried again. */
  nextAt: Date
  /** The receiver asks for rest until then. */
  restUntil: Date | null
  /** It is the receiver's trouble, not ours. */
  isTrouble: boolean
}

/** Writes what came of a try, unless another worker has taken the call over meanwhile. */
const END = `update flow_calls set state = $5, status = $6, reply = $7, error = $8, due_at = $9, ended_at = $10
  where account_id = $1 and id = $2 and state = 1 and attempts = $3 and stay_at = $4`

/** Lets those go on whose calls are over. The rows are waited for, so that none is missed that is just being held again. */
const RELEASE = `update flow_runs r set state = 0, due_at = $4
  from unnest($2::bigint[], $3::bigint[]) as u(run_id, step_id)
  where r.account_id = $1 and r.id = u.run_id and r.step_id = u.step_id and r.state in (0, 2)`

/** A destination answers again. */
const WELL = `update call_hosts set failures = 0, retry_at = null, opened_at = null
  where account_id = $1 and host = $2 and (failures > 0 or retry_at is not null)`

/** A destination asks for rest. */
const REST = `update call_hosts set retry_at = greatest(retry_at, $3) where account_id = $1 and host = $2`

/** A destination did not answer. */
const TROUBLE = `update call_hosts set failures = failures + 1 where account_id = $1 and host = $2 returning failures`

/** Enough of that: it is left alone for a while. */
const OPEN = `update call_hosts set retry_at = greatest(retry_at, $3), opened_at = coalesce(opened_at, $4)
  where account_id = $1 and host = $2`

/** Calls that waited too long for a destination that never answered. */
const EXPIRE = `update flow_calls set state = 3, error = $3, due_at = null, ended_at = $4
  where account_id = $1 and id in (select c.id from flow_calls c join flow_runs r on r.id = c.run_id
    where c.account_id = $1 and r.account_id = $1 and c.host = $2 and c.state = 0 and c.created_at <= $5
    order by c.due_at limit 500 for update of r, c skip locked)
  returning run_id as "runId", step_id as "stepId"`

type Place = { runId: number; stepId: number }

const STATES = { answered: 2, failed: 3, again: 0 } as const

const end = async (tx: Tx, { call, verdict, ...told }: Ended, now: Date): Promise<boolean> => {
  const isOver = verdict !== 'again'
  const rows = await tx.run(END, [
    call.accountId,
    call.id,
    call.attempts,
    call.stayAt,
    STATES[verdict],
    told.status,
    told.reply ? JSON.stringify(told.reply) : null,
    told.error,
    isOver ? null : told.nextAt,
    isOver ? now : null,
  ])
  return rows > 0 && isOver
}

const expire = async (tx: Tx, accountId: number, host: string, error: string | null, now: Date): Promise<Place[]> => {
  const since = new Date(now.getTime() - TRIED_FOR_MS)
  const why = `${host} has not answered for a day: ${error}`
  return tx.rows<Place>(EXPIRE, [accountId, host, why, now, since])
}

const release = async (tx: Tx, bell: Bell, accountId: number, over: readonly Place[], now: Date): Promise<void> => {
  if (!over.length) return
  await tx.run(RELEASE, [accountId, over.map(({ runId }) => runId), over.map(({ stepId }) => stepId), now])
  await bell.ring(tx, 'flows', accountId)
}

/** Writes what came of calls of one account, and lets those go on for whom that is all. */
export const endCalls = async (
  tx: Tx,
  bell: Bell,
  accountId: number,
  ended: readonly Ended[],
  now: Date,
): Promise<void> => {
  const over: Place[] = []
  for (const one of ended) if (await end(tx, one, now)) over.push(one.call)
  await release(tx, bell, accountId, over, now)
}

/**
 * Notes how destinations of one account do. In a transaction of its own: the engine takes destinations while it holds
 * people, and the end of a call takes people.
 */
export const noteHosts = async (
  tx: Tx,
  bell: Bell,
  accountId: number,
  ended: readonly Ended[],
  now: Date,
): Promise<void> => {
  const inOrder = [...ended].sort((a, b) => (a.call.host < b.call.host ? -1 : 1))
  const answered = inOrder.filter(({ status, isTrouble, restUntil }) => status !== null && !isTrouble && !restUntil)
  const well = new Set(answered.map(({ call }) => call.host))
  for (const host of well) await tx.run(WELL, [accountId, host], 'flow-calls-well')
  for (const { call, isTrouble, restUntil, error } of inOrder) {
    const { host } = call
    if (restUntil) await tx.run(REST, [accountId, host, restUntil])
    if (!isTrouble) continue
    const { failures = 0 } = (await tx.one<{ failures: number }>(TROUBLE, [accountId, host])) ?? {}
    if (failures < ENOUGH_FAILURES) continue
    await tx.run(OPEN, [accountId, host, new Date(now.getTime() + restMs(failures)), now])
    await release(tx, bell, accountId, await expire(tx, accountId, host, error, now), now)
  }
}
