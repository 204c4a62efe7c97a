import type { Link } from '../../contract/index.ts'
import { claimAtStep } from '../engine/claim.ts'
import { Moves } from '../engine/moves.ts'
import { FAILED } from '../engine/token.ts'
import type { Gesture } from './gesture.ts'

const PAGE = 5_000

/** Where those go who stand at a step that is deleted: to its only target that stays, else nowhere. */
export const nextAfter = (stepId: number, links: readonly Link[], gone: ReadonlySet<number>): number | undefined => {
  const seen = new Set<number>()
  let at = stepId
  // Several steps deleted together are passed over together.
  while (!seen.has(at)) {
    seen.add(at)
    const targets = new Set(links.filter(({ source }) => source === at).map(({ target }) => target))
    const [only] = targets
    if (targets.size !== 1 || only === undefined || only === stepId) return undefined
    if (!gone.has(only)) return only
    at = only
  }
  return undefined
}

/** Takes everybody off a step: on to `next`, or out of the flow where there is none; those for whom it failed leave. */
export const movePeopleOff = async (
  { tx, house, editor, flow }: Gesture,
  stepId: number,
  next: number | undefined,
): Promise<void> => {
  for (;;) {
    const tokens = await claimAtStep(tx, editor.accountId, stepId, { most: PAGE })
    if (!tokens.length) return
    const moves = new Moves(tx, house, editor.accountId, flow.id, house.clock.now())
    moves.take(tokens)
    for (const token of tokens) {
      const isFailed = token.state === FAILED
      moves.leave(token, 'removed')
      if (next === undefined || isFailed) moves.end(token)
      else moves.arrive(token, next)
    }
    await moves.flush()
  }
}
