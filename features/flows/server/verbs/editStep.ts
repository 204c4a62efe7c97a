import { type House, refused, type Tx } from '@millrace/kit/server'
import { isWait, type Step, settingsProblemsOf, stepTypeOf } from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import { recomputeWaits } from '../engine/recomputeWaits.ts'
import { releaseHeld } from '../engine/releaseHeld.ts'
import { type Edited, type Editor, graphChanged, holdFlow, holdFlowOfStep, touchFlow } from './editFlow.ts'
import { thingProblems } from './flowProblems.ts'
import { readStep } from './readFlow.ts'

type Given = {
  inputFields?: { values: Record<string, unknown> }
  data?: {
    editor?: { coordinates?: { x: number; y: number } }
    title?: string | null
    isDuplicate?: boolean
  }
}

/** What a new step is. */
export type NewStep = Given & { integrationId: number; serviceId: string; operationKey: string }
/** What may change about a step. */
export type StepChange = Given & { recomputeDelay?: boolean }

const INSERT = `insert into flow_steps (account_id, flow_id, service_id, operation_key, input, title, x, y, is_duplicate, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning id`

/** Changes a step; what is null stays, the title where it is told. */
const UPDATE = `update flow_steps set input = coalesce($3::jsonb, input), x = coalesce($4, x), y = coalesce($5, y),
    title = case when $6 then $7 else title end, updated_at = $8
  where account_id = $1 and id = $2`

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Adds a step to a flow. */
export const createStep = (house: House, editor: Editor, step: NewStep): Promise<Step> =>
  house.db.account(editor.accountId, async (tx) => {
    const type = stepTypeOf(step)
    if (!type) throw refused('Unknown step')
    const flow = await holdFlow(tx, editor.accountId, step.integrationId)
    const { x, y } = step.data?.editor?.coordinates ?? { x: 0, y: 0 }
    const row = await tx.one<{ id: number }>(INSERT, [
      editor.accountId,
      flow.id,
      step.serviceId,
      step.operationKey,
      JSON.stringify(step.inputFields?.values ?? type.startWith),
      step.data?.title || null,
      x,
      y,
      step.data?.isDuplicate ?? false,
      house.clock.now(),
    ])
    await graphChanged(tx, house, editor, flow, row!.id)
    return readStep(tx, editor.accountId, row!.id)
  })

/** People run through an active flow at once, so what a step names must be there. Settings that are missing only hold people up. */
const checkActive = async (tx: Tx, doors: FlowDoors, accountId: number, flow: Edited, step: Step): Promise<void> => {
  if (flow.status !== 'on' || settingsProblemsOf(step).length) return
  const [first] = await thingProblems(tx, doors, accountId, [step], [step])
  if (first) throw refused(first.message)
}

/** Changes a step's settings, place or name. */
export const updateStep = (
  house: House,
  doors: FlowDoors,
  editor: Editor,
  stepId: number,
  change: StepChange,
): Promise<Step> =>
  house.db.account(editor.accountId, async (tx) => {
    const { accountId } = editor
    const flow = await holdFlowOfStep(tx, accountId, stepId)
    const before = await readStep(tx, accountId, stepId)
    const values = change.inputFields?.values
    const title = change.data?.title
    await tx.run(UPDATE, [
      accountId,
      stepId,
      values ? JSON.stringify(values) : null,
      change.data?.editor?.coordinates?.x ?? null,
      change.data?.editor?.coordinates?.y ?? null,
      title !== undefined,
      title || null,
      house.clock.now(),
    ])
    if (!values || same(values, before.inputFields.values)) {
      await touchFlow(tx, house, editor, flow.id)
      return readStep(tx, accountId, stepId)
    }
    const after = await readStep(tx, accountId, stepId)
    await checkActive(tx, doors, accountId, flow, after)
    await graphChanged(tx, house, editor, flow, stepId)
    if (change.recomputeDelay && isWait(after)) await recomputeWaits(tx, house, accountId, after)
    await releaseHeld(tx, house, accountId, flow.id, stepId)
    return readStep(tx, accountId, stepId)
  })
