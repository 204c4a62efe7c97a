import { type DesignValues, isDesign } from '../../contract/design.ts'
import { elsewhere, isOfOneAccount, showWhenOf } from '../../contract/showWhen.ts'
import type { ContentRow } from '../store/rows.ts'
import { readConditions } from './showWhen.ts'

const changed = (values: DesignValues): DesignValues => {
  const held = showWhenOf(values)
  const conditions = readConditions(held?.conditions)
  return held && conditions && isOfOneAccount(conditions) ? { ...values, displayCondition: elsewhere(held) } : values
}

const walk = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(walk)
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, walk(value)]))
  return copy.displayCondition ? changed(copy) : copy
}

/**
 * Content on its way into another account: what is shown by segments, goals or associations, which other accounts do not have
 * under the same numbers, shows to nobody there, and says so.
 */
export const withShowsElsewhere = (content: ContentRow): ContentRow =>
  isDesign(content.state) ? { ...content, state: walk(content.state) as Record<string, unknown> } : content
