import type { FolderFilter } from '@millrace/folders/contract'
import { foldersWithin } from '@millrace/folders/server'
import type { House, Tx } from '@millrace/kit/server'
import { lastDays, type Stretch } from '@millrace/kit/server'
import type { FlowGoalMetrics } from '../../contract/index.ts'
import type { Editor } from './editFlow.ts'

const ZONE = 'select timezone as zone from accounts where id = $1'

/** Flows that figures are asked for. */
const IDS = `select id from flows where account_id = $1 and ($2::bigint[] is null or id = any($2::bigint[])) order by account_id, id`

/** Flows of a folder, archived or not. */
const IDS_WITHIN = `select f.id from flows f where f.account_id = $1 and f.deleted_at is null and (f.archived_at is not null) = $2
  and ($3::uuid[] is null or exists (select 1 from folder_items i where i.account_id = $1 and i.folder_type = 'flows'
    and i.item_id = f.id::text and i.folder_id = any($3))) order by f.account_id, f.id`

/** Entries and goals by day of a zone; of all flows together, under the id 0, where $6 says so. */
const BY_DAY = `select case when $6 then 0 else flow_id end as "flowId", to_char(at at time zone $5, 'YYYY-MM-DD') as date,
    sum(entered)::int as entered, sum(reached_goal)::int as "reachedGoal"
  from flow_quarters where account_id = $1 and flow_id = any($2::bigint[]) and at >= $3 and at < $4 group by 1, 2`

/** People who stand in flows now; in all of them, under the id 0, where $3 says so. */
const QUEUED = `select case when $3 then 0 else flow_id end as "flowId", sum(queued)::int as queued from flow_step_counts
  where account_id = $1 and flow_id = any($2::bigint[]) group by 1`

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

/** What the figures of the last days stand on. */
const readDays = async (
  tx: Tx,
  house: House,
  accountId: number,
  days: number,
  ids: readonly number[],
  isSum: boolean,
) => {
  const zone = await zoneOf(tx, accountId)
  const now = house.clock.now()
  const [all, recent] = [lastDays(days * 2, now, zone), lastDays(days, now, zone)]
  const values = [accountId, ids, all.from, all.to, zone, isSum]
  const rows = await tx.rows<DayRow>(BY_DAY, values, 'flows-by-day')
  const queued = await tx.rows<{ flowId: number; queued: number }>(QUEUED, [accountId, ids, isSum], 'flows-queued')
  const dates = datesOf(recent, zone)
  const rowsOf = Map.groupBy(rows, ({ flowId }) => flowId)
  const queuedIn = new Map(queued.map((row) => [row.flowId, row.queued]))
  return (id: number) => metricsOf(rowsOf.get(id) ?? [], queuedIn.get(id) ?? 0, dates)
}

const metricsOf = (rows: DayRow[], queued: number, dates: string[]): FlowGoalMetrics => {
  const recent = rows.filter(({ date }) => dates.includes(date))
  const byDate = new Map(recent.map((row) => [row.date, row]))
  return {
    ...sum(recent),
    queued,
    before: sum(rows.filter(({ date }) => !dates.includes(date))),
    days: dates.map((date) => ({
      date,
      entered: byDate.get(date)?.entered ?? 0,
      reachedGoal: byDate.get(date)?.reachedGoal ?? 0,
    })),
  }
}

/** Entries and goals of flows in the last days, by day, with the days before them to compare. */
export const countFlowsPeople = (
  house: House,
  { accountId }: Editor,
  { days, flowIds }: { days: number; flowIds?: readonly number[] },
): Promise<Record<string, FlowGoalMetrics>> =>
  house.db.account(accountId, async (tx) => {
    const ids = await idsOf(tx, accountId, flowIds)
    const metrics = await readDays(tx, house, accountId, days, ids, false)
    return Object.fromEntries(ids.map((id) => [String(id), metrics(id)]))
  })

type Narrowed = { days: number; archived?: 'true' | 'false' | undefined; folder?: FolderFilter | undefined }

/** The same of all flows of a folder, or of the account, together. */
export const sumFlowsPeople = (
  house: House,
  { accountId }: Editor,
  { days, archived, folder }: Narrowed,
): Promise<FlowGoalMetrics> =>
  house.db.account(accountId, async (tx) => {
    const folders = await foldersWithin(tx, accountId, 'flows', folder)
    const rows = await tx.rows<{ id: number }>(IDS_WITHIN, [accountId, archived === 'true', folders])
    const ids = rows.map(({ id }) => id)
    return (await readDays(tx, house, accountId, days, ids, true))(0)
  })
