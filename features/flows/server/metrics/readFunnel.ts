import type { AskedRange, House, Range, Tx } from '@millrace/kit/server'
import { type FunnelStep, type Step, stepTypeOf } from '../../contract/index.ts'
import { readFlow } from '../verbs/readFlow.ts'
import { pathThrough } from './funnelPath.ts'
import { readRange } from './measureFlows.ts'

/** How many came to each step of a flow in a stretch of time. */
const COUNTS = `select step_id as "stepId", sum(entered)::int as entered, sum(reached_goal)::int as "reachedGoal"
  from flow_step_hours where account_id = $1 and flow_id = $2 and at >= $3 and at < $4 group by step_id`

type Count = { stepId: number; entered: number; reachedGoal: number }
type Funnel = { path: FunnelStep[]; goals: { id: number; name: string }[] }

const isGoal = (step: Step) => stepTypeOf(step)?.kind === 'goal'

const nameOfGoal = ({ data, inputFields, displayLabel }: Step): string =>
  data.title || String(inputFields.values.name ?? '') || displayLabel

const readCounts = async (tx: Tx, accountId: number, flowId: number, { from, to }: Range) => {
  const rows = await tx.rows<Count>(COUNTS, [accountId, flowId, from, to], 'flows-funnel')
  return new Map(rows.map((row) => [row.stepId, row]))
}

/** How many came to the steps on one way through a flow, from its counters. 404 where there is no such flow. */
export const readFunnel = (
  house: House,
  accountId: number,
  flowId: number,
  asked: AskedRange & { to?: number | undefined },
): Promise<Funnel> =>
  house.db.account(accountId, async (tx) => {
    const { steps, links } = await readFlow(tx, accountId, flowId)
    const counts = await readCounts(tx, accountId, flowId, await readRange(tx, house, accountId, asked))
    const all = Object.values(steps)
    const entered = (id: number) => counts.get(id)?.entered ?? 0
    const path = pathThrough(
      all.map((step) => ({ id: step.id, type: step.type, isGoal: isGoal(step), entered: entered(step.id) })),
      links.map(({ source, target, data: { condition } }) => ({ source, target, condition })),
      asked.to,
    )
    return {
      path: path.flatMap(({ id, exit }): FunnelStep[] => {
        const step = steps[id]
        if (!step) return []
        const { operationKey, type, preview, data } = step
        const { title, peopleCounts, failed } = data
        const reachedGoal = isGoal(step) ? (counts.get(id)?.reachedGoal ?? 0) : null
        const now = { queued: peopleCounts.queued, failed }
        return [{ id, operationKey, type, preview, title, entered: entered(id), reachedGoal, ...now, exit }]
      }),
      goals: all.filter(isGoal).map((step) => ({ id: step.id, name: nameOfGoal(step) })),
    }
  })
