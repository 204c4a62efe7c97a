import type { AskedRange, House, Range, Tx } from '@millrace/kit/server'
import { readMeasured, readRange } from './measureFlows.ts'

/** What was counted about a stretch that is not over is good for so long. */
const FRESH_MS = 10 * 60_000
/** The job that counts. */
export const UNIQUES_JOB = 'flows.countUniques'

/** What was counted of flows in a stretch of time. */
const COUNTED = `select flow_id as "flowId", entered, reached_goal as "reachedGoal", started_at as "startedAt",
    counted_at as "countedAt", is_wanted as "isWanted"
  from flow_uniques where account_id = $1 and starts_at = $3 and ends_at = $4 and flow_id = any($2::bigint[])`

/** Wants flows counted (again). */
const WANT = `insert into flow_uniques as u (account_id, flow_id, starts_at, ends_at, asked_at)
  select $1::int, w.flow_id, $3::timestamptz, $4::timestamptz, $5::timestamptz from unnest($2::bigint[]) as w(flow_id)
  on conflict (account_id, flow_id, starts_at, ends_at) do update set is_wanted = true, asked_at = excluded.asked_at
  where not u.is_wanted`

/** Notes that somebody still looks at what was counted. */
const SEEN = `update flow_uniques set asked_at = $5 where account_id = $1 and flow_id = any($2::bigint[])
  and starts_at = $3 and ends_at = $4 and asked_at < $5::timestamptz - interval '1 day' and not is_wanted`

type Counted = {
  flowId: number
  entered: number | null
  reachedGoal: number | null
  startedAt: Date | null
  countedAt: Date | null
  isWanted: boolean
}

type Answer = {
  metrics: Record<string, { peopleEnteredFlow: number; peopleReachedGoal: number }>
  pending: boolean
  computeStartTime: string | null
}

/** Queues the counting of what an account wants. */
export const queueUniques = (tx: Tx, house: House, accountId: number): Promise<void> =>
  house.jobs.add(tx, UNIQUES_JOB, { accountId }, { key: `uniques:${accountId}`, queue: `uniques:${accountId}` })

const isStale = ({ countedAt, isWanted }: Counted, { to }: Range, now: Date): boolean => {
  if (isWanted || !countedAt) return !isWanted
  return countedAt < to && now.getTime() - countedAt.getTime() > FRESH_MS
}

const answerOf = (rows: readonly Counted[], wanted: ReadonlySet<number>): Answer => {
  const started = rows.flatMap(({ startedAt }) => startedAt?.getTime() ?? [])
  return {
    metrics: Object.fromEntries(
      rows.flatMap(({ flowId, entered, reachedGoal }) =>
        entered === null ? [] : [[flowId, { peopleEnteredFlow: entered, peopleReachedGoal: reachedGoal ?? 0 }]],
      ),
    ),
    pending: wanted.size > 0 || rows.some(({ isWanted }) => isWanted),
    computeStartTime: started.length ? new Date(Math.min(...started)).toISOString() : null,
  }
}

type Asked = AskedRange & { flowIds?: readonly number[] | undefined; forceRefresh?: string | undefined }

/**
 * How many different people entered flows and reached their goals. Answers what a job counted last; where that is missing,
 * old, or to be refreshed, the job is queued and the answer says that it is pending.
 */
export const countUniquePeople = (house: House, accountId: number, asked: Asked): Promise<Answer> => {
  const { flowIds, period, startDate, endDate, forceRefresh, timezone } = asked
  if (!flowIds?.length || !period || !startDate || !endDate)
    return Promise.resolve({ metrics: {}, pending: false, computeStartTime: null })
  return house.db.account(accountId, async (tx) => {
    const now = house.clock.now()
    const range = await readRange(tx, house, accountId, { startDate, endDate, timezone })
    const ids = (await readMeasured(tx, accountId, flowIds)).map(({ id }) => id)
    const rows = await tx.rows<Counted>(COUNTED, [accountId, ids, range.from, range.to])
    const known = new Map(rows.map((row) => [row.flowId, row]))
    const isForced = forceRefresh !== undefined && !['', '0', 'false'].includes(forceRefresh)
    const wanted = ids.filter((id) => {
      const row = known.get(id)
      return !row || (isForced && !row.isWanted) || isStale(row, range, now)
    })
    const of = (some: readonly number[]) => [accountId, some, range.from, range.to, now]
    if (wanted.length) {
      await tx.run(WANT, of(wanted))
      await queueUniques(tx, house, accountId)
    } else await tx.run(SEEN, of(ids))
    return answerOf(rows, new Set(wanted))
  })
}
