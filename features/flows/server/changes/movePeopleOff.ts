import type { Link } from '../../contract/index.ts'
import { startWalk } from '../engine/walk.ts'
import type { Gesture } from './gesture.ts'

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

/** Takes everybody off a step: on to `next`, or out of the flow where there is none; those for whom it failed leave. Many go a page at a time. */
export const movePeopleOff = async (
  { tx, house, editor, flow }: Gesture,
  stepId: number,
  next: number | undefined,
): Promise<void> => {
  const { accountId } = editor
  await startWalk(tx, house, { accountId, flowId: flow.id, kind: 'clear', stepId, targetId: next ?? null })
}
