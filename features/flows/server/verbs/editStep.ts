import { type House, refused } from '@millrace/kit/server'
import { type Step, startOf, stepTypeOf } from '../../contract/index.ts'
import { applyChanges } from '../changes/applyChanges.ts'
import type { FlowDoors } from '../doors.ts'
import { type Editor, holdFlow, holdFlowOfStep } from './editFlow.ts'
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

/** Adds a step to a flow. */
export const createStep = (house: House, doors: FlowDoors, editor: Editor, step: NewStep): Promise<Step> =>
  house.db.account(editor.accountId, async (tx) => {
    const type = stepTypeOf(step)
    if (!type) throw refused('Unknown step')
    const flow = await holdFlow(tx, editor.accountId, step.integrationId)
    const { serviceId, operationKey, inputFields, data } = step
    const { x, y } = data?.editor?.coordinates ?? { x: 0, y: 0 }
    const values = inputFields?.values ?? startOf(type, flow.objectType)
    const added = {
      key: 'new',
      serviceId,
      operationKey,
      values,
      title: data?.title,
      isDuplicate: data?.isDuplicate,
      x,
      y,
    }
    const gesture = { tx, house, doors, editor, flow, now: house.clock.now() }
    const { ids } = await applyChanges(gesture, { steps: { add: [added] } })
    return readStep(tx, editor.accountId, ids.new!)
  })

/** Changes a step's settings, place or name. */
export const updateStep = (
  house: House,
  doors: FlowDoors,
  editor: Editor,
  stepId: number,
  { inputFields, data, recomputeDelay }: StepChange,
): Promise<Step> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await holdFlowOfStep(tx, editor.accountId, stepId)
    const { x, y } = data?.editor?.coordinates ?? {}
    const changed = { id: stepId, values: inputFields?.values, title: data?.title, x, y, recomputeDelay }
    const gesture = { tx, house, doors, editor, flow, now: house.clock.now() }
    await applyChanges(gesture, { steps: { change: [changed] } })
    return readStep(tx, editor.accountId, stepId)
  })
