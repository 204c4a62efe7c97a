import type { Tx } from '@millrace/kit/server'
import type { OutsideCall } from './outsideCall.ts'

/** A call that this worker now makes. `attempts` counts this one too. */
export type Claimed = {
  id: number
  accountId: number
  stepId: number
  runId: number
  stayAt: Date
  host: string
  attempts: number
  createdAt: Date
  request: OutsideCall
}

type Row = Claimed & { isThere: boolean; isOn: boolean }
type Host = { failures: number; retryAt: Date | null; perMinute: number | null; pacedUntil: Date | null }

/** Takes a destination: one worker claims its calls at a time. */
const HOLD_HOST = `select failures, retry_at as "retryAt", per_minute as "perMinute", paced_until as "pacedUntil"
  from call_hosts where account_id = $1 and host = $2 for update skip locked`

/** Calls of a destination whose time has come, with whether somebody still stands there for them. */
const DUE = `select c.id, c.account_id as "accountId", c.step_id as "stepId", c.run_id as "runId", c.stay_at as "stayAt", c.host,
    c.attempts + 1 as attempts, c.created_at as "createdAt", c.request,
    exists (select from flow_runs r where r.account_id = $1 and r.id = c.run_id and r.step_id = c.step_id
      and r.step_entered_at = c.stay_at and r.state in (0, 2)) as "isThere",
    exists (select from flows f where f.account_id = $1 and f.id = c.flow_id and f.status = 'on'
      and f.archived_at is null) as "isOn"
  from flow_calls c where c.account_id = $1 and c.host = $2 and c.state < 2 and c.due_at <= $3
  order by c.due_at, c.id limit $4 for update of c skip locked`

/** Calls that are made now; whoever dies with them is relieved at due_at. */
const TAKE = `update flow_calls set state = 1, attempts = attempts + 1, first_at = coalesce(first_at, $3), due_at = $4
  where account_id = $1 and id = any($2::bigint[])`

/** Calls for which nobody stands there any more. */
const DROP = `update flow_calls set state = 4, error = 'The person has left this step.', ended_at = $3, due_at = null
  where account_id = $1 and id = any($2::bigint[])`

/** Calls of a flow that is switched off wait until it is on again. */
const PARK = 'update flow_calls set state = 0, due_at = null where account_id = $1 and id = any($2::bigint[])'

const PACE = 'update call_hosts set paced_until = $3 where account_id = $1 and host = $2'

/** How many calls a destination's pace allows now, a second's worth at once, and until when that is spoken for. */
export const paceOf = (
  { perMinute, pacedUntil }: Pick<Host, 'perMinute' | 'pacedUntil'>,
  now: Date,
  most: number,
): { room: number; until: Date | null } => {
  if (!perMinute) return { room: most, until: null }
  const apart = 60_000 / perMinute
  const from = Math.max(pacedUntil?.getTime() ?? 0, now.getTime())
  const atOnce = Math.max(1, Math.floor(perMinute / 60))
  const free = Math.floor((now.getTime() + atOnce * apart - from) / apart)
  const room = Math.max(0, Math.min(most, free))
  return { room, until: new Date(from + room * apart) }
}

/** Whose calls are wanted; `flying` are made already by this worker. */
type Wanted = { accountId: number; host: string; now: Date; leaseMs: number; most: number; flying: number }

/**
 * Takes calls of one destination. A destination that does not answer is asked by one call at a time. Answers undefined
 * where another worker is about it.
 */
export const claimCalls = async (
  tx: Tx,
  { accountId, host, now, leaseMs, most, flying }: Wanted,
): Promise<Claimed[] | undefined> => {
  const known = await tx.one<Host>(HOLD_HOST, [accountId, host], 'flow-calls-host')
  if (!known) return undefined
  if (known.retryAt && (known.retryAt > now || flying)) return []
  const pace = paceOf(known, now, known.retryAt ? 1 : most)
  if (!pace.room) return []
  const rows = await tx.rows<Row>(DUE, [accountId, host, now, pace.room], 'flow-calls-due')
  const idsOf = (list: readonly Row[]) => list.map(({ id }) => id)
  const gone = rows.filter(({ isThere }) => !isThere)
  const parked = rows.filter(({ isThere, isOn }) => isThere && !isOn)
  const taken = rows.filter(({ isThere, isOn }) => isThere && isOn)
  if (gone.length) await tx.run(DROP, [accountId, idsOf(gone), now])
  if (parked.length) await tx.run(PARK, [accountId, idsOf(parked)])
  if (!taken.length) return rows.length ? undefined : []
  const lease = new Date(now.getTime() + leaseMs)
  await tx.run(TAKE, [accountId, idsOf(taken), now, lease])
  if (pace.until) {
    const spared = (pace.room - taken.length) * (60_000 / (known.perMinute ?? 1))
    await tx.run(PACE, [accountId, host, new Date(pace.until.getTime() - spared)])
  }
  return taken.map(({ isThere: _there, isOn: _on, ...call }) => call)
}
