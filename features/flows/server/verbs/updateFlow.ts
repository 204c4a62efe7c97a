import { type House, refused, type Tx } from '@millrace/kit/server'
import { type EntryPeriod, type Flow, type FlowStatus, issueOf, UNNAMED_FLOW } from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import { endOverdue } from '../engine/overdue.ts'
import { lookAgain } from '../engine/recomputeWaits.ts'
import { releaseHeld } from '../engine/releaseHeld.ts'
import { retrigger } from '../engine/retrigger.ts'
import { type Edited, type Editor, holdFlow, keepVersion, noteEdit, touchFlow } from './editFlow.ts'
import { flowProblems } from './flowProblems.ts'
import { readFlow } from './readFlow.ts'

/** What may change about a flow as a whole. */
export type FlowChange = {
  name?: string
  status?: FlowStatus
  /** Whether those whose time came while the flow was off leave it when it is switched on. */
  overdue?: 'go-on' | 'leave'
  data?: { canEnterOnce?: boolean; canEnterOncePerPeriod?: EntryPeriod | null }
  archived?: boolean
  color?: string | null
  deleted?: true
}

/** Changes name and entry rule; what is null stays. */
const CHANGE = `update flows set name = coalesce($3, name), can_enter_once = coalesce($4, can_enter_once),
    once_per_period = case when $5 then $6::jsonb else once_per_period end
  where account_id = $1 and id = $2`

/** Switches a flow on or off. */
const SWITCH = `update flows set status = $3, activated_at = coalesce($4, activated_at) where account_id = $1 and id = $2`

/** Colours a flow. */
const COLOR = 'update flows set color = $3 where account_id = $1 and id = $2'

/** Takes a flow out of all lists; links to it that were shared open nothing any more. */
const DELETE = 'update flows set deleted_at = $3 where account_id = $1 and id = $2'

/** Archives a flow or brings it back. */
const ARCHIVE = 'update flows set archived_at = $3 where account_id = $1 and id = $2'

type Work = { tx: Tx; house: House; doors: FlowDoors; editor: Editor; flow: Edited }

const activate = async ({ tx, house, doors, editor, flow }: Work, overdue: FlowChange['overdue']): Promise<void> => {
  const { accountId } = editor
  if (flow.archivedAt) throw refused('An archived flow cannot be switched on. Restore it first.')
  const drawn = await readFlow(tx, accountId, flow.id)
  const problems = await flowProblems(tx, doors, accountId, drawn)
  const [first] = problems
  if (first) {
    const message =
      problems.length === 1 ? first.message : `${problems.length} things keep this flow from being switched on.`
    throw refused(message, problems.map(issueOf))
  }
  if (overdue === 'leave') await endOverdue(tx, house, accountId, flow.id)
  await tx.run(SWITCH, [accountId, flow.id, 'on', house.clock.now()])
  flow.status = 'on'
  await keepVersion(tx, house, editor, flow)
  await noteEdit(tx, house, editor, flow.id, 'activated')
  await releaseHeld(tx, house, accountId, flow.id)
  await lookAgain(tx, house, accountId, Object.values(drawn.steps))
  await retrigger(tx, house, accountId, flow.id)
  await house.bell.ring(tx, 'flows', accountId)
}

const deactivate = async ({ tx, house, editor, flow }: Omit<Work, 'doors'>): Promise<void> => {
  await tx.run(SWITCH, [editor.accountId, flow.id, 'deactivated-user', null])
  flow.status = 'deactivated-user'
  await noteEdit(tx, house, editor, flow.id, 'deactivated')
}

const changeStatus = async (work: Work, status: FlowStatus, overdue: FlowChange['overdue']): Promise<void> => {
  if (status !== 'on' && status !== 'deactivated-user')
    throw refused('A flow can be switched on or off; the other states are set by Millrace.')
  if (status === work.flow.status) return
  if (status === 'on') await activate(work, overdue)
  else await deactivate(work)
}

const changeArchived = async (work: Omit<Work, 'doors'>, isArchived: boolean): Promise<void> => {
  const { tx, house, editor, flow } = work
  if (isArchived === (flow.archivedAt !== null)) return
  if (isArchived && flow.status === 'on') await deactivate(work)
  await tx.run(ARCHIVE, [editor.accountId, flow.id, isArchived ? house.clock.now() : null])
  await noteEdit(tx, house, editor, flow.id, isArchived ? 'archived' : 'restored')
}

/** Archives a flow in the caller's transaction; one that runs is switched off. */
export const archiveFlow = async (tx: Tx, house: House, editor: Editor, flowId: number): Promise<void> => {
  const flow = await holdFlow(tx, editor.accountId, flowId)
  await touchFlow(tx, house, editor, flowId)
  await changeArchived({ tx, house, editor, flow }, true)
}

const changeData = async ({ tx, house, editor, flow }: Work, { name, data }: FlowChange): Promise<void> => {
  if (name === undefined && !data) return
  const period = data?.canEnterOncePerPeriod
  await tx.run(CHANGE, [
    editor.accountId,
    flow.id,
    name === undefined ? null : name || UNNAMED_FLOW,
    data?.canEnterOnce ?? null,
    period !== undefined,
    period ? JSON.stringify(period) : null,
  ])
  if (data && flow.status === 'on') await keepVersion(tx, house, editor, flow)
}

/** Changes a flow as a whole; switching it on checks everything first and refuses with the list of problems. */
export const updateFlow = (
  house: House,
  doors: FlowDoors,
  editor: Editor,
  flowId: number,
  change: FlowChange,
): Promise<Flow> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await holdFlow(tx, editor.accountId, flowId)
    const work = { tx, house, doors, editor, flow }
    await touchFlow(tx, house, editor, flowId)
    await changeData(work, change)
    if (change.color !== undefined) await tx.run(COLOR, [editor.accountId, flowId, change.color])
    if (change.deleted || change.archived !== undefined)
      await changeArchived(work, change.deleted ?? change.archived === true)
    if (change.status !== undefined) await changeStatus(work, change.status, change.overdue)
    const changed = await readFlow(tx, editor.accountId, flowId)
    if (change.deleted) await tx.run(DELETE, [editor.accountId, flowId, house.clock.now()])
    return changed
  })
