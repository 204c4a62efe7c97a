import type { EventGroup, FieldCondition } from '@millrace/segments/contract'
import { isMet, type ValueWorld } from '@millrace/segments/server'

/** The value of a property; a dot leads into nested ones. */
export const propertyOf = (props: Record<string, unknown>, name: string): unknown => {
  if (Object.hasOwn(props, name)) return props[name]
  let inner: unknown = props
  for (const key of name.split('.')) {
    if (inner === null || typeof inner !== 'object' || !Object.hasOwn(inner, key)) return undefined
    inner = (inner as Record<string, unknown>)[key]
  }
  return inner
}

const fieldMeets = (condition: FieldCondition, props: Record<string, unknown>, world: ValueWorld) =>
  isMet(propertyOf(props, condition.field), condition, world)

/** Whether an event's properties meet conditions; the words mean what they mean in segments. */
export const eventMeets = (group: EventGroup, props: Record<string, unknown>, world: ValueWorld): boolean => {
  if (!group.conditions.length) return true
  const meets = (one: EventGroup['conditions'][number]) =>
    one.type === 'group' ? eventMeets(one, props, world) : fieldMeets(one, props, world)
  return group.operator === 'and' ? group.conditions.every(meets) : group.conditions.some(meets)
}

/** Whether conditions ask about a property. */
export const mentions = (group: EventGroup, field: string): boolean =>
  group.conditions.some((one) => (one.type === 'group' ? mentions(one, field) : one.field === field))
