import type { House, Tx } from '@millrace/kit/server'
import { claimAtStep } from '../engine/claim.ts'
import { Moves } from '../engine/moves.ts'
import { FAILED } from '../engine/token.ts'
import { type Editor, graphChanged, holdFlowOfStep } from './editFlow.ts'

/** Where a step leads. */
const TARGETS = 'select distinct target from flow_links where account_id = $1 and source = $2'

/** Its links go with it. */
const DELETE = 'delete from flow_steps where account_id = $1 and id = $2'
const DELETE_COUNTS = 'delete from flow_step_counts where account_id = $1 and step_id = $2'

const PAGE = 5_000

const clear = async (tx: Tx, house: House, accountId: number, flowId: number, stepId: number): Promise<void> => {
  const targets = await tx.rows<{ target: number }>(TARGETS, [accountId, stepId])
  const only = targets.length === 1 && targets[0]?.target !== stepId ? targets[0]?.target : undefined
  for (;;) {
    const tokens = await claimAtStep(tx, accountId, stepId, { most: PAGE })
    if (!tokens.length) return
    const moves = new Moves(tx, house, accountId, flowId, house.clock.now())
    moves.take(tokens)
    for (const token of tokens) {
      const isFailed = token.state === FAILED
      moves.leave(token, 'removed')
      if (only === undefined || isFailed) moves.end(token)
      else moves.arrive(token, only)
    }
    await moves.flush()
  }
}

/** Deletes a step with its links. Those who stand there go on to its only target; where there is none or several, they leave the flow. */
export const deleteStep = (house: House, editor: Editor, stepId: number): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const { accountId } = editor
    const flow = await holdFlowOfStep(tx, accountId, stepId)
    await clear(tx, house, accountId, flow.id, stepId)
    await tx.run(DELETE, [accountId, stepId])
    await tx.run(DELETE_COUNTS, [accountId, stepId])
    await graphChanged(tx, house, editor, flow, stepId)
  })
