import type { House } from '@millrace/kit/server'
import { applyChanges } from '../changes/applyChanges.ts'
import type { FlowDoors } from '../doors.ts'
import { type Editor, holdFlowOfStep } from './editFlow.ts'

/** Deletes a step with its links. Those who stand there go on to its only target; where there is none or several, they leave the flow. */
export const deleteStep = (house: House, doors: FlowDoors, editor: Editor, stepId: number): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await holdFlowOfStep(tx, editor.accountId, stepId)
    const gesture = { tx, house, doors, editor, flow, now: house.clock.now() }
    await applyChanges(gesture, { steps: { remove: [{ id: stepId }] } })
  })
