import type { House, Tx } from '@millrace/kit/server'
import { notFound } from '@millrace/kit/server'
import type { FlowGoalMetrics, PeopleCounts } from '../../contract/index.ts'
import { daysBetween, lastDays, periodNamed, type Stretch } from '../rules/periods.ts'
import type { Editor } from './editFlow.ts'
import { readSteps } from './readFlow.ts'

const ZONE = 'select timezone as zone from accounts where id = $1'

/** Flows that figures are asked for. */
const IDS = `select id from flows where account_id = $1 and ($2::bigint[] is null or id = any($2::bigint[])) order by account_id, id`

/** Entries and goals by day of a zone. */
const BY_DAY = `select flow_id as "flowId", to_char(hour at time zone $5, 'YYYY-MM-DD') as date,
    sum(entered)::int as entered, sum(reached_goal)::int as "reachedGoal"
  from flow_hours where account_id = $1 and flow_id = any($2::bigint[]) and hour >= $3 and hour < $4 group by 1, 2`

/** People who stand in flows now. */
const QUEUED = `select flow_id as "flowId", sum(queued)::int as queued from flow_step_counts
  where account_id = $1 and flow_id = any($2::bigint[]) group by flow_id`

/** How many different people entered flows in a stretch of time. */
const UNIQUE_ENTERED = `select flow_id as "flowId", count(distinct person_id)::int as people from flow_runs
  where account_id = $1 and flow_id = any($2::bigint[]) and root_id is null and entered_at >= $3 and entered_at < $4 group by flow_id`

/** How many different people reached a goal of flows in a stretch of time. */
const UNIQUE_GOALS = `select flow_id as "flowId", count(distinct person_id)::int as people from flow_goals
  where account_id = $1 and flow_id = any($2::bigint[]) and reached_at >= $3 and reached_at < $4 group by flow_id`

type DayRow = { flowId: number; date: string; entered: number; reachedGoal: number }

const zoneOf = async (tx: Tx, accountId: number) => (await tx.one<{ zone: string }>(ZONE, [accountId]))?.zone ?? 'UTC'

const idsOf = async (tx: Tx, accountId: number, flowIds?: readonly number[]) =>
  (await tx.rows<{ id: number }>(IDS, [accountId, flowIds ?? null])).map(({ id }) => id)

const datesOf = ({ from, to }: Stretch, zone: string): string[] => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  const dates = new Set<string>()
  for (let at = from.getTime(); at < to.getTime(); at += 6 * 3_600_000) dates.add(format.format(at))
  return [...dates]
}

const sum = (rows: readonly DayRow[]) => ({
  peopleEnteredFlow: rows.reduce((all, { entered }) => all + entered, 0),
  peopleReachedGoal: rows.reduce((all, { reachedGoal }) => all + reachedGoal, 0),
})

/** Entries and goals of flows in the last days, by day, with the days before them to compare. */
export const countFlowsPeople = (
  house: House,
  { accountId }: Editor,
  { days, flowIds }: { days: number; flowIds?: readonly number[] },
): Promise<Record<string, FlowGoalMetrics>> =>
  house.db.account(accountId, async (tx) => {
    const zone = await zoneOf(tx, accountId)
    const now = house.clock.now()
    const ids = await idsOf(tx, accountId, flowIds)
    const [all, recent] = [lastDays(days * 2, now, zone), lastDays(days, now, zone)]
    const rows = await tx.rows<DayRow>(BY_DAY, [accountId, ids, all.from, all.to, zone], 'flows-by-day')
    const queued = await tx.rows<{ flowId: number; queued: number }>(QUEUED, [accountId, ids], 'flows-queued')
    const dates = datesOf(recent, zone)
    const metrics = ids.map((id): [string, FlowGoalMetrics] => {
      const own = rows.filter(({ flowId }) => flowId === id)
      const now = own.filter(({ date }) => dates.includes(date))
      const byDate = new Map(now.map((row) => [row.date, row]))
      return [
        String(id),
        {
          ...sum(now),
          queued: queued.find(({ flowId }) => flowId === id)?.queued ?? 0,
          before: sum(own.filter(({ date }) => !dates.includes(date))),
          days: dates.map((date) => ({
            date,
            entered: byDate.get(date)?.entered ?? 0,
            reachedGoal: byDate.get(date)?.reachedGoal ?? 0,
          })),
        },
      ]
    })
    return Object.fromEntries(metrics)
  })

type Asked = { flowIds?: readonly number[]; startDate?: string; endDate?: string; period?: string }

/** How many different people entered flows and reached their goals; the last 30 days unless told. */
export const countUniquePeople = (
  house: House,
  { accountId }: Editor,
  { flowIds, startDate, endDate, period }: Asked,
): Promise<Record<string, { peopleEnteredFlow: number; peopleReachedGoal: number }>> =>
  house.db.account(accountId, async (tx) => {
    const zone = await zoneOf(tx, accountId)
    const ids = await idsOf(tx, accountId, flowIds)
    const { from, to } =
      startDate && endDate
        ? daysBetween(startDate, endDate, zone)
        : periodNamed(period ?? 'last30Days', house.clock.now(), zone)
    const values = [accountId, ids, from, to]
    type Row = { flowId: number; people: number }
    const entered = new Map((await tx.rows<Row>(UNIQUE_ENTERED, values)).map((row) => [row.flowId, row.people]))
    const reached = new Map((await tx.rows<Row>(UNIQUE_GOALS, values)).map((row) => [row.flowId, row.people]))
    return Object.fromEntries(
      ids.map((id) => [
        String(id),
        { peopleEnteredFlow: entered.get(id) ?? 0, peopleReachedGoal: reached.get(id) ?? 0 },
      ]),
    )
  })

type StepCounts = { id: number; data: { peopleCounts: PeopleCounts; failed: number } }

/** People at every step of a flow. */
export const countStepPeople = (
  house: House,
  { accountId }: Editor,
  flowId: number,
): Promise<{ id: number; steps: Record<string, StepCounts> }> =>
  house.db.account(accountId, async (tx) => {
    if (!(await idsOf(tx, accountId, [flowId])).length) throw notFound()
    const steps = await readSteps(tx, accountId, [flowId])
    const counts = steps.map(({ id, data: { peopleCounts, failed } }): [string, StepCounts] => [
      String(id),
      { id, data: { peopleCounts, failed } },
    ])
    return { id: flowId, steps: Object.fromEntries(counts) }
  })
