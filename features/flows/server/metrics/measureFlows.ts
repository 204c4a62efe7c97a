import type { MetricGrain } from '@millrace/kit/contract'
import type { House, Tx } from '@millrace/kit/server'
import { type AskedRange, type Range, rangeOf, slicesOf } from '@millrace/kit/server'
import type { FlowMetrics } from '../../contract/index.ts'
import { countByFlow, countBySlice, sumOf } from './counters.ts'

/** An account's time zone and age. */
const ACCOUNT = `select timezone as zone, created_at as created from accounts where id = $1`

/** Flows that figures are asked for, with how many stand in them; all that are not archived where none are named. */
const FLOWS = `select f.id, f.name, f.object_type as "objectType", f.archived_at is not null as archived,
    (select coalesce(sum(c.queued), 0) from flow_step_counts c where c.account_id = $1 and c.flow_id = f.id)::int as queued
  from flows f where f.account_id = $1
    and case when $2::bigint[] is null then f.archived_at is null else f.id = any($2::bigint[]) end
  order by lower(f.name), f.account_id, f.id limit 2000`

/** A flow that figures are asked for. */
export type MeasuredFlow = { id: number; name: string; objectType: string; archived: boolean; queued: number }

/** The stretch of time that is asked for, in the zone that counts here. */
export const readRange = async (
  tx: Tx,
  house: House,
  accountId: number,
  asked: AskedRange & { granularity?: MetricGrain | undefined },
): Promise<Range> => {
  const now = house.clock.now()
  const account = await tx.one<{ zone: string; created: Date }>(ACCOUNT, [accountId], 'flows-metrics-account')
  return rangeOf(asked, { now, zone: account?.zone ?? 'UTC', created: account?.created ?? now })
}

/** The account's own among the flows that are named. */
export const readMeasured = (tx: Tx, accountId: number, flowIds: readonly number[] | undefined) =>
  tx.rows<MeasuredFlow>(FLOWS, [accountId, flowIds ?? null], 'flows-measured')

type Counted = { at: Date; entered: number; reachedGoal: number }
const toPoint = ({ at, ...figures }: Counted) => ({ at: at.toISOString(), ...figures })

/** What is still to come is not shown as nothing. */
const past = (points: readonly Counted[], now: Date) => points.filter(({ at }) => at <= now)

type Asked = AskedRange & { flowIds?: readonly number[] | undefined; granularity?: MetricGrain | undefined }

const readBefore = async (tx: Tx, accountId: number, ids: readonly number[], { before, zone, grain }: Range) => {
  if (!before) return null
  const points = await countBySlice(tx, accountId, ids, slicesOf(before, grain, zone))
  return { ...before, points, of: await countByFlow(tx, accountId, ids, { from: before.from, to: before.until }) }
}

/** Who entered flows and reached their goals: together slice by slice, and flow by flow. Reads counters alone. */
export const measureFlows = (house: House, accountId: number, asked: Asked): Promise<FlowMetrics> =>
  house.db.account(accountId, async (tx) => {
    const range = await readRange(tx, house, accountId, asked)
    const flows = await readMeasured(tx, accountId, asked.flowIds)
    const ids = flows.map(({ id }) => id)
    const points = await countBySlice(tx, accountId, ids, slicesOf(range, range.grain, range.zone))
    const of = await countByFlow(tx, accountId, ids, range)
    const before = await readBefore(tx, accountId, ids, range)
    return {
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      startDate: range.startDate,
      endDate: range.endDate,
      timezone: range.zone,
      granularity: range.grain,
      sum: sumOf(points),
      points: past(points, house.clock.now()).map(toPoint),
      before: before && {
        from: before.from.toISOString(),
        to: before.to.toISOString(),
        sum: sumOf(ids.map(before.of)),
        points: before.points.map(toPoint),
      },
      flows: flows.map(({ objectType: _, ...flow }) => ({
        ...flow,
        sum: of(flow.id),
        before: before?.of(flow.id) ?? null,
      })),
    }
  })
