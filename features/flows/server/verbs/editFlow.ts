import { type House, notFound, type Tx } from '@millrace/kit/server'
import type { FlowStatus } from '../../contract/index.ts'
import { haveFlowAlone } from '../engine/flowLock.ts'
import { readGraph } from '../engine/graph.ts'
import { TIMES } from '../schedules/schedule.ts'
import { keepDrawing } from '../versions/drawing.ts'

/** Who edits. */
export type Editor = { accountId: number; memberId: number }

/** A flow while it is edited: nobody moves in it meanwhile. */
export type Edited = {
  id: number
  name: string
  status: FlowStatus
  version: number
  revision: number
  archivedAt: Date | null
  /** What it takes: 0 are people, else a kind of objects, by its id and its name. */
  kindId: number
  objectType: string
}

type EditType = 'created' | 'edited' | 'activated' | 'deactivated' | 'archived' | 'restored' | 'version-restored'

/** Holds a flow for a change; running transactions of the engine finish first. */
const HOLD = `select id, name, status, version, revision, archived_at as "archivedAt", kind_id as "kindId", object_type as "objectType" from flows
  where account_id = $1 and id = $2 and deleted_at is null for update`

/** The flow that a step belongs to. */
const OF_STEP = 'select flow_id as "flowId" from flow_steps where account_id = $1 and id = $2 and deleted_at is null'

/** Notes that a flow was changed, and by whom; each change has its number. */
const TOUCH = `update flows set updated_at = $3, updated_by = $4, revision = revision + 1
  where account_id = $1 and id = $2 returning revision`

/** Writes what a member did into the history. */
const NOTE = `insert into flow_edits (account_id, flow_id, at, type, step_id, member_id, revision, diff)
  select f.account_id, f.id, $3, $4, $5, $6, f.revision, $7 from flows f where f.account_id = $1 and f.id = $2`

/** Of an edit that is larger than this only the fact is kept. */
const MOST_DIFF = 200_000

/** Keeps a version. */
const KEEP = `insert into flow_versions (account_id, flow_id, version, graph, member_id, created_at)
  values ($1, $2, $3, $4, $5, $6)`

/** Makes a version the one that people run through. */
const RUN_VERSION = 'update flows set version = $3 where account_id = $1 and id = $2'

/** Holds a flow until the transaction is over; 404 where it is not there. */
export const holdFlow = async (tx: Tx, accountId: number, flowId: number): Promise<Edited> => {
  await haveFlowAlone(tx, accountId, flowId)
  const flow = await tx.one<Edited>(HOLD, [accountId, flowId], 'flows-hold')
  if (!flow) throw notFound()
  return flow
}

/** Holds the flow that a step belongs to; 404 where the step is not there. */
export const holdFlowOfStep = async (tx: Tx, accountId: number, stepId: number): Promise<Edited> => {
  const row = await tx.one<{ flowId: number }>(OF_STEP, [accountId, stepId], 'flows-of-step')
  if (!row) throw notFound()
  const flow = await holdFlow(tx, accountId, row.flowId)
  // Somebody else may have deleted it while this waited.
  if (!(await tx.one(OF_STEP, [accountId, stepId], 'flows-of-step'))) throw notFound()
  return flow
}

/** Moves the flow's revision on, so that everybody who has it open notices; answers it. */
export const touchFlow = async (
  tx: Tx,
  house: House,
  { accountId, memberId }: Editor,
  flowId: number,
): Promise<number> => {
  const values = [accountId, flowId, house.clock.now(), memberId]
  return (await tx.one<{ revision: number }>(TOUCH, values, 'flows-touch'))!.revision
}

/** Writes into the history, with what the edit did where it is told. */
export const noteEdit = async (
  tx: Tx,
  house: House,
  { accountId, memberId }: Editor,
  flowId: number,
  type: EditType,
  stepId: number | null = null,
  diff?: object,
): Promise<void> => {
  const text = diff ? JSON.stringify(diff) : null
  const values = [accountId, flowId, house.clock.now(), type, stepId, memberId]
  await tx.run(NOTE, [...values, text && text.length <= MOST_DIFF ? text : null], 'flows-note')
}

/**
 * Keeps the graph as it is now as the version that people run through from here on. Of one member's edits within a minute the
 * last is kept as a drawing, where `isThinning`.
 */
export const keepVersion = async (
  tx: Tx,
  house: House,
  { accountId, memberId }: Editor,
  flow: Pick<Edited, 'id' | 'version'>,
  isThinning = true,
): Promise<void> => {
  const graph = await readGraph(tx, accountId, flow.id)
  const version = flow.version + 1
  await tx.run(KEEP, [accountId, flow.id, version, JSON.stringify(graph), memberId, house.clock.now()])
  await tx.run(RUN_VERSION, [accountId, flow.id, version])
  await keepDrawing(tx, accountId, flow.id, version, isThinning)
  flow.version = version
  await house.bell.ring(tx, TIMES, accountId)
}

/** After settings were rewritten: notes it, and where the flow is on lets it run that way at once. */
export const graphChanged = async (
  tx: Tx,
  house: House,
  editor: Editor,
  flow: Edited,
  stepId: number | null,
): Promise<void> => {
  await touchFlow(tx, house, editor, flow.id)
  await noteEdit(tx, house, editor, flow.id, 'edited', stepId)
  if (flow.status !== 'on') return
  await keepVersion(tx, house, editor, flow)
  await house.bell.ring(tx, 'flows', editor.accountId)
}
