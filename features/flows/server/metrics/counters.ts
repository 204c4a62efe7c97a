import { piecesOf, type Stretch, type Tx } from '@millrace/kit/server'
import type { FlowFigures } from '../../contract/index.ts'

/** Entries and goals of flows in pieces of time, from the counters of the quarters of hours. */
const byPiece = (
  table: 'flow_quarters' | 'flow_days',
) => `select p.slice, sum(c.entered)::int as entered, sum(c.reached_goal)::int as "reachedGoal"
  from unnest($3::int[], $4::timestamptz[], $5::timestamptz[]) as p(slice, starts, ends)
  join ${table} c on c.account_id = $1 and c.flow_id = any($2::bigint[]) and c.at >= p.starts and c.at < p.ends
  where c.account_id = $1 group by p.slice`

const byFlow = (
  table: 'flow_quarters' | 'flow_days',
) => `select c.flow_id as slice, sum(c.entered)::int as entered, sum(c.reached_goal)::int as "reachedGoal"
  from unnest($3::int[], $4::timestamptz[], $5::timestamptz[]) as p(slice, starts, ends)
  join ${table} c on c.account_id = $1 and c.flow_id = any($2::bigint[]) and c.at >= p.starts and c.at < p.ends
  where c.account_id = $1 group by c.flow_id`

/** Entries and goals in pieces of time, from either counter: by piece, or by flow. */
const SQL = {
  slice: { flow_quarters: byPiece('flow_quarters'), flow_days: byPiece('flow_days') },
  flow: { flow_quarters: byFlow('flow_quarters'), flow_days: byFlow('flow_days') },
}

type Row = FlowFigures & { slice: number }

const add = (sums: Map<number, FlowFigures>, { slice, entered, reachedGoal }: Row) => {
  const sum = sums.get(slice)
  sums.set(slice, { entered: (sum?.entered ?? 0) + entered, reachedGoal: (sum?.reachedGoal ?? 0) + reachedGoal })
}

const read = async (
  tx: Tx,
  accountId: number,
  flowIds: readonly number[],
  starts: readonly Date[],
  by: 'slice' | 'flow',
): Promise<Map<number, FlowFigures>> => {
  const sums = new Map<number, FlowFigures>()
  const { days, edges } = piecesOf(starts)
  const pieces = { flow_quarters: edges, flow_days: days }
  for (const table of ['flow_quarters', 'flow_days'] as const) {
    const some = pieces[table]
    if (!some.length || !flowIds.length) continue
    const cut = [some.map(({ slice }) => slice), some.map(({ from }) => from), some.map(({ to }) => to)]
    for (const row of await tx.rows<Row>(SQL[by][table], [accountId, flowIds, ...cut])) add(sums, row)
  }
  return sums
}

const NONE: FlowFigures = { entered: 0, reachedGoal: 0 }

/** What happened in flows together, slice by slice; `starts` ends with the end of the last one. */
export const countBySlice = async (tx: Tx, accountId: number, flowIds: readonly number[], starts: readonly Date[]) => {
  const sums = await read(tx, accountId, flowIds, starts, 'slice')
  return starts.slice(0, -1).map((at, slice) => ({ at, ...(sums.get(slice) ?? NONE) }))
}

/** What happened in each flow in a stretch of time. */
export const countByFlow = async (tx: Tx, accountId: number, flowIds: readonly number[], { from, to }: Stretch) => {
  const sums = await read(tx, accountId, flowIds, [from, to], 'flow')
  return (flowId: number) => sums.get(flowId) ?? NONE
}

/** Adds figures up. */
export const sumOf = (figures: readonly FlowFigures[]): FlowFigures => ({
  entered: figures.reduce((sum, { entered }) => sum + entered, 0),
  reachedGoal: figures.reduce((sum, { reachedGoal }) => sum + reachedGoal, 0),
})
