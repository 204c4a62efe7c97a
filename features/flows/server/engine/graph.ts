import type { Tx } from '@millrace/kit/server'
import type { EntryPeriod } from '../../contract/index.ts'

/** A step as the plan is made from it. */
export type GraphStep = { id: number; serviceId: string; operationKey: string; input: Record<string, unknown> }

/** Everything about a flow that decides what happens to people; a version keeps it. */
export type Graph = {
  canEnterOnce: boolean
  oncePerPeriod: EntryPeriod | null
  /** What it takes: 0 or nothing are people, else the kind of objects. */
  kindId?: number
  steps: GraphStep[]
  links: { id: number; source: number; target: number; condition: string }[]
}

type Head = Pick<Graph, 'canEnterOnce' | 'oncePerPeriod' | 'kindId'>

/** Reads the entry rule of a flow and what it takes. */
const HEAD = `select can_enter_once as "canEnterOnce", once_per_period as "oncePerPeriod", kind_id as "kindId"
  from flows where account_id = $1 and id = $2`

/** Reads the steps of a flow. */
const STEPS = `select id, service_id as "serviceId", operation_key as "operationKey", input
  from flow_steps where account_id = $1 and flow_id = $2 and deleted_at is null order by account_id, id`

/** Reads the links of a flow. */
const LINKS = `select id, source, target, condition from flow_links where account_id = $1 and flow_id = $2
  order by account_id, id`

/** The graph as it is drawn now. */
export const readGraph = async (tx: Tx, accountId: number, flowId: number): Promise<Graph> => {
  const head = await tx.one<Head>(HEAD, [accountId, flowId])
  if (!head) throw new Error(`flow ${flowId} is not there`)
  return {
    ...head,
    steps: await tx.rows<GraphStep>(STEPS, [accountId, flowId]),
    links: await tx.rows<Graph['links'][number]>(LINKS, [accountId, flowId]),
  }
}
