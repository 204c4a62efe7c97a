import type { Tx } from '@millrace/kit/server'
import type { Graph } from './graph.ts'
import { compilePlan, type Plan } from './plan.ts'

const MOST = 1_000

/** Reads the graph of a version. */
const VERSION = 'select graph from flow_versions where account_id = $1 and flow_id = $2 and version = $3'

/** Compiled plans by flow and version. A version never changes, so neither does its plan. */
export class PlanCache {
  private readonly plans = new Map<string, Plan>()

  async of(tx: Tx, accountId: number, flowId: number, version: number): Promise<Plan> {
    const key = `${accountId} ${flowId} ${version}`
    const known = this.plans.get(key)
    if (known) {
      this.plans.delete(key)
      this.plans.set(key, known)
      return known
    }
    const row = await tx.one<{ graph: Graph }>(VERSION, [accountId, flowId, version], 'flows-version')
    if (!row) throw new Error(`flow ${flowId} of account ${accountId} has no version ${version}`)
    const plan = compilePlan(flowId, version, row.graph)
    this.plans.set(key, plan)
    if (this.plans.size > MOST) {
      const oldest = this.plans.keys().next().value
      if (oldest !== undefined) this.plans.delete(oldest)
    }
    return plan
  }
}
