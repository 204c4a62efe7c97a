import type { House, Tx } from '@millrace/kit/server'
import type { Graph, GraphStep } from '../engine/graph.ts'
import type { Schedule } from '../engine/triggerMatch.ts'
import { COLUMNS, type ScheduleRow, scheduleOf } from './schedule.ts'

type Behind = { flowId: number; version: number; zone: string; activatedAt: Date; versionAt: Date }

const BEHIND_COLUMNS = `f.id as "flowId", f.version, a.timezone as zone, f.activated_at as "activatedAt", v.created_at as "versionAt"`
const BEHIND_FROM = `join accounts a on a.id = f.account_id
  join flow_versions v on v.account_id = f.account_id and v.flow_id = f.id and v.version = f.version
  left join flow_timings t on t.account_id = f.account_id and t.flow_id = f.id`
const IS_BEHIND = `f.status = 'on' and f.archived_at is null and (t.version is distinct from f.version or t.zone is distinct from a.timezone)`

/** Flows of an account that are on and whose schedules were made from an earlier version, or in another time zone. */
const BEHIND = `select ${BEHIND_COLUMNS} from flows f ${BEHIND_FROM} where f.account_id = $1 and ${IS_BEHIND} order by f.account_id, f.id`

/** Accounts with such flows. */
const BEHIND_ACCOUNTS = `select /* across accounts: whose schedules are behind */ distinct f.account_id as "accountId"
  from flows f ${BEHIND_FROM} where ${IS_BEHIND}`

/** Notes that schedules are made from a version; answers what they were made from before, and nothing where somebody else did it. */
const NOTE = `insert into flow_timings as t (account_id, flow_id, version, zone, activated_at) values ($1, $2, $3, $4, $5)
  on conflict (account_id, flow_id) do update set version = excluded.version, zone = excluded.zone, activated_at = excluded.activated_at
  where t.version < excluded.version or (t.version = excluded.version and t.zone <> excluded.zone) returning version`

/** What schedules were made from. */
const NOTED =
  'select zone, activated_at as "activatedAt" from flow_timings where account_id = $1 and flow_id = $2 for update'

const GRAPH = 'select graph from flow_versions where account_id = $1 and flow_id = $2 and version = $3'

/** The schedules of a flow. */
const KNOWN = `select ${COLUMNS} from flow_schedules s where s.account_id = $1 and s.flow_id = $2 order by s.account_id, s.step_id for update`

const WRITE = `insert into flow_schedules as s (account_id, step_id, flow_id, service_id, operation_key, input, zone, is_live, since, anchor,
    next_at, walk_at, walked_to, is_dated, generation, built_to, has_rows)
  values ($1, $2, $3, $4, $5, $6, $7, true, $8, $9, $10, $11, 0, $12, $13, $14, $12)
  on conflict (account_id, step_id) do update set service_id = excluded.service_id, operation_key = excluded.operation_key,
    input = excluded.input, zone = excluded.zone, is_live = true, since = excluded.since, anchor = excluded.anchor,
    next_at = excluded.next_at, walk_at = excluded.walk_at, walked_to = 0, is_dated = excluded.is_dated,
    generation = excluded.generation, built_to = excluded.built_to, has_stale = s.has_rows, has_rows = s.has_rows or excluded.has_rows`

/** Steps that the version does not have any more. */
const DROP = `update flow_schedules set is_live = false, next_at = null, walk_at = null, built_to = null, has_stale = has_rows
  where account_id = $1 and flow_id = $2 and is_live and not step_id = any($3::bigint[])`

const same = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([name, one]) => [name, sorted(one)]),
  )
}

const isSameStep = (known: ScheduleRow, step: GraphStep) =>
  known.operationKey === step.operationKey && known.serviceId === step.serviceId && same(known.input, step.input)

type Times = Pick<ScheduleRow, 'since' | 'anchor' | 'nextAt' | 'walkAt'>
/** `isActivated`: the flow was switched on since the schedules were made; `isKept`: the step was there, and its settings are the same. */
type Made = { flow: Behind; isActivated: boolean; known: ScheduleRow | undefined; isKept: boolean }

/** Times before it let nobody in. */
const sinceOf = ({ flow, isActivated, known, isKept }: Made): Date => {
  if (isActivated && known?.isLive !== false) return flow.activatedAt
  return isKept && known?.isLive ? known.since : flow.versionAt
}

/** Walks that a stop interrupted go on from the start (who has come does not come again), unless the next time has come meanwhile. */
const walkOf = (
  known: ScheduleRow | undefined,
  schedule: Schedule,
  nextAt: Date | null,
  { flow, isActivated, isKept }: Made,
) => {
  if (!known?.walkAt || !isKept || schedule.by !== 'clock') return null
  if (!isActivated || schedule.once) return known.walkAt
  const next = schedule.next(known.walkAt, { zone: flow.zone, anchor: known.anchor })
  return next && nextAt && next < nextAt ? null : known.walkAt
}

const timesOf = (schedule: Schedule, made: Made): Times => {
  const { flow, known, isKept } = made
  const anchor = isKept && known ? known.anchor : flow.versionAt
  const since = sinceOf(made)
  if (schedule.by === 'dates') return { since, anchor, nextAt: null, walkAt: null }
  const last = known && isKept ? [known.walkAt, known.lastAt].flatMap((at) => at?.getTime() ?? []) : []
  const after = new Date(Math.max(since.getTime(), ...last))
  const nextAt = schedule.next(after, { zone: flow.zone, anchor }) ?? null
  return { since, anchor, nextAt, walkAt: walkOf(known, schedule, nextAt, made) }
}

const DAY = 86_400_000

const writeStep = async (tx: Tx, accountId: number, now: Date, step: GraphStep, schedule: Schedule, made: Made) => {
  const { flow, known, isActivated, isKept } = made
  const isMoved = known?.zone !== flow.zone
  if (known?.isLive && isKept && !isActivated && !(isMoved && !(schedule.by === 'clock' && schedule.once))) return
  const { since, anchor, nextAt, walkAt } = timesOf(schedule, made)
  const isDated = schedule.by === 'dates'
  // In another time zone only what is still to come today, or later, is news.
  const from =
    isDated && isKept && known?.isLive && !isActivated
      ? new Date(Math.max(since.getTime(), now.getTime() - DAY))
      : since
  await tx.run(WRITE, [
    accountId,
    step.id,
    flow.flowId,
    step.serviceId,
    step.operationKey,
    JSON.stringify(step.input),
    flow.zone,
    from,
    anchor,
    nextAt,
    walkAt,
    isDated,
    (known?.generation ?? 0) + 1,
    isDated ? 0 : null,
  ])
}

const reconcileFlow = async (tx: Tx, accountId: number, now: Date, flow: Behind): Promise<void> => {
  const before = await tx.one<{ zone: string; activatedAt: Date }>(
    NOTED,
    [accountId, flow.flowId],
    'flow-times-timings',
  )
  const noted = [accountId, flow.flowId, flow.version, flow.zone, flow.activatedAt]
  if (!(await tx.one(NOTE, noted, 'flow-times-note-timing'))) return
  const row = await tx.one<{ graph: Graph }>(GRAPH, [accountId, flow.flowId, flow.version], 'flow-times-version')
  const known = new Map(
    (await tx.rows<ScheduleRow>(KNOWN, [accountId, flow.flowId], 'flow-times-schedules-of')).map((one) => [
      one.stepId,
      one,
    ]),
  )
  const isActivated = before?.activatedAt.getTime() !== flow.activatedAt.getTime()
  const live: number[] = []
  for (const step of row?.graph.steps ?? []) {
    const schedule = scheduleOf(step, step.id)
    if (!schedule) continue
    live.push(step.id)
    const one = known.get(step.id)
    const isKept = one !== undefined && isSameStep(one, step)
    await writeStep(tx, accountId, now, step, schedule, { flow, isActivated, known: one, isKept })
  }
  if (known.size) await tx.run(DROP, [accountId, flow.flowId, live])
}

/** Accounts with flows whose schedules are behind. */
export const accountsBehind = async (tx: Tx): Promise<number[]> =>
  (await tx.rows<{ accountId: number }>(BEHIND_ACCOUNTS)).map(({ accountId }) => accountId)

/**
 * Makes the schedules of an account's flows from the versions that run now. Settings that stay the same keep their times, so
 * that an edit elsewhere in the flow changes nothing; what lies before the flow was switched on, or before settings were
 * changed, lets nobody in.
 */
export const reconcile = (house: House, accountId: number): Promise<void> =>
  house.db.system(async (tx) => {
    const now = house.clock.now()
    for (const flow of await tx.rows<Behind>(BEHIND, [accountId], 'flow-times-behind'))
      await reconcileFlow(tx, accountId, now, flow)
  })
