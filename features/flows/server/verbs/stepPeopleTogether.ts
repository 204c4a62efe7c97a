import type { House } from '@millrace/kit/server'
import { releaseHeld } from '../engine/releaseHeld.ts'
import { startWalk } from '../engine/walk.ts'
import { type Editor, holdFlowOfStep } from './editFlow.ts'

type Together = { moved: number; goesOn: boolean }

const together = (
  house: House,
  { accountId }: Editor,
  stepId: number,
  kind: 'retry' | 'skip' | 'remove',
  settings: Record<string, unknown> = {},
): Promise<Together> =>
  house.db.account(accountId, async (tx) => {
    const flow = await holdFlowOfStep(tx, accountId, stepId)
    const walked = await startWalk(tx, house, { accountId, flowId: flow.id, kind, stepId, settings })
    if (kind === 'retry') await releaseHeld(tx, house, accountId, flow.id, stepId)
    return walked
  })

/** Tries a step again for everybody for whom it failed, and for those who are held there. */
export const retryStepPeople = async (house: House, editor: Editor, stepId: number, reason?: string) => {
  const { moved, goesOn } = await together(house, editor, stepId, 'retry', { ...(reason && { reason }) })
  return { retried: moved, goesOn }
}

/** Lets everybody go on now who waits at a step. */
export const skipStepPeople = async (house: House, editor: Editor, stepId: number) => {
  const { moved, goesOn } = await together(house, editor, stepId, 'skip')
  return { skipped: moved, goesOn }
}

/** Takes everybody out of the flow who stands at a step, or for whom it failed. */
export const removeStepPeople = async (house: House, editor: Editor, stepId: number, state: 'failed' | 'queued') => {
  const { moved, goesOn } = await together(house, editor, stepId, 'remove', { state })
  return { removed: moved, goesOn }
}
