import { exitsOf, stepTypeOf } from '../../contract/index.ts'
import type { FlowDocument } from './document.ts'
import type { Place } from './gestures.ts'
import { asStep } from './toNodes.ts'

/** The place behind a step: by the first way out that nobody takes yet, else by its first. Nowhere behind a step without one. */
export const behind = ({ steps, links }: FlowDocument, key: string): Omit<Place, 'at'> => {
  const step = steps[key]
  if (!step || stepTypeOf(step)?.hasWayOut === false) return {}
  const exits = exitsOf(asStep(step))
  const taken = new Set(Object.values(links).map(({ source, condition }) => source === key && condition))
  const exit = exits.find((one) => !taken.has(one)) ?? exits[0]
  return { after: key, ...(exit !== undefined && { exit }) }
}
