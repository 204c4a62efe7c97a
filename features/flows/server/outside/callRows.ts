import type { Tx } from '@millrace/kit/server'
import type { OutsideCall } from './outsideCall.ts'

/** Where a call stands: `flow_calls.state`. */
export const CALL = { waiting: 0, calling: 1, answered: 2, failed: 3, told: 4 } as const

/** What came back from outside, as it is kept. */
export type CallReply = { type: string; body: string; isCut: boolean; ms: number }

/** A call as its step looks at it. */
export type CallRow = {
  id: number
  runId: number
  state: number
  status: number | null
  reply: CallReply | null
  error: string | null
}

/** The calls of some stays at a step. */
const OF_STAYS = `select c.id, c.run_id as "runId", c.state, c.status, c.reply, c.error
  from unnest($3::bigint[], $4::timestamptz[]) as u(run_id, stay_at)
  join flow_calls c on c.run_id = u.run_id and c.stay_at = u.stay_at
  where c.account_id = $1 and c.step_id = $2`

/** Plans calls. */
const INSERT = `insert into flow_calls (account_id, flow_id, step_id, run_id, stay_at, person_id, host, request, due_at, created_at)
  select $1::int, $2::bigint, $3::bigint, u.run_id, u.stay_at, u.person_id, u.host, u.request, $4::timestamptz, $4::timestamptz
  from rows from (unnest($5::bigint[]), unnest($6::timestamptz[]), unnest($7::bigint[]), unnest($8::text[]),
    jsonb_array_elements($9::jsonb)) as u(run_id, stay_at, person_id, host, request)
  on conflict (account_id, run_id, step_id, stay_at) do nothing`

/** Gives calls that wait what the step now says, and begins those anew that failed and are tried again. */
const REFRESH = `update flow_calls c set request = u.request, host = u.host, due_at = $2, state = 0,
    attempts = case when c.state = 4 then 0 else c.attempts end,
    created_at = case when c.state = 4 then $2 else c.created_at end,
    first_at = case when c.state = 4 then null else c.first_at end,
    ended_at = null
  from rows from (unnest($3::bigint[]), unnest($4::text[]), jsonb_array_elements($5::jsonb)) as u(id, host, request)
  where c.account_id = $1 and c.id = u.id and c.state in (0, 4)`

/** Notes that a step was told of failures. */
const TELL = 'update flow_calls set state = 4 where account_id = $1 and id = any($2::bigint[]) and state = 3'

/** Destinations that are known already at this pace. */
const KNOWN = `select host from call_hosts
  where account_id = $1 and host = any($2::text[]) and per_minute is not distinct from $3::int`

/** Makes destinations known. */
const HOSTS = `insert into call_hosts as h (account_id, host, per_minute)
  select $1::int, u.host, $3::int from unnest($2::text[]) as u(host) order by u.host
  on conflict (account_id, host) do update set per_minute = excluded.per_minute
  where h.per_minute is distinct from excluded.per_minute`

/** Whether the receiver of a step has said, since the step was last saved, that its address is gone. */
const IS_GONE = `select c.error from flow_calls c join flow_steps s on s.id = c.step_id
  where c.account_id = $1 and s.account_id = $1 and c.step_id = $2 and c.status = 410 and c.ended_at > s.updated_at limit 1`

/** One person's stay at a step. */
export type Stay = { runId: number; stayAt: Date; personId: number }

/** A call to be kept, for a stay or in place of one that is there. */
export type NewCall = Stay & { host: string; call: OutsideCall }

export const callsOfStays = async (
  tx: Tx,
  accountId: number,
  stepId: number,
  stays: readonly Stay[],
): Promise<Map<number, CallRow>> => {
  const values = [accountId, stepId, stays.map(({ runId }) => runId), stays.map(({ stayAt }) => stayAt)]
  const rows = await tx.rows<CallRow>(OF_STAYS, values)
  return new Map(rows.map((row) => [row.runId, row]))
}

export const insertCalls = async (
  tx: Tx,
  at: { accountId: number; flowId: number; stepId: number; now: Date },
  calls: readonly NewCall[],
): Promise<void> => {
  await tx.run(INSERT, [
    at.accountId,
    at.flowId,
    at.stepId,
    at.now,
    calls.map(({ runId }) => runId),
    calls.map(({ stayAt }) => stayAt),
    calls.map(({ personId }) => personId),
    calls.map(({ host }) => host),
    JSON.stringify(calls.map(({ call }) => call)),
  ])
}

export const refreshCalls = async (
  tx: Tx,
  accountId: number,
  now: Date,
  calls: readonly { id: number; host: string; call: OutsideCall }[],
): Promise<void> => {
  await tx.run(REFRESH, [
    accountId,
    now,
    calls.map(({ id }) => id),
    calls.map(({ host }) => host),
    JSON.stringify(calls.map(({ call }) => call)),
  ])
}

export const tellFailures = async (tx: Tx, accountId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length) await tx.run(TELL, [accountId, ids])
}

export const knowHosts = async (
  tx: Tx,
  accountId: number,
  hosts: readonly string[],
  perMinute: number | undefined,
): Promise<void> => {
  const wanted = new Set(hosts)
  const known = await tx.rows<{ host: string }>(KNOWN, [accountId, [...wanted], perMinute ?? null])
  for (const { host } of known) wanted.delete(host)
  // Others claim calls by holding these rows, so they are taken only where there is something to write.
  if (wanted.size) await tx.run(HOSTS, [accountId, [...wanted], perMinute ?? null])
}

/** Says so where the receiver of a step wants no more calls. */
export const goneReason = async (tx: Tx, accountId: number, stepId: number): Promise<string | undefined> =>
  (await tx.one<{ error: string }>(IS_GONE, [accountId, stepId]))?.error
