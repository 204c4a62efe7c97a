import type { EventGroup, FieldCondition } from '../../contract/index.ts'
import type { KnownEvent } from './dictionary.ts'
import { asList, positive } from './value.ts'

/** True for the fields of an event that its name decides. */
export const isOfName = ({ field }: FieldCondition): boolean => field === 'name' || field === 'type'

const meets = (operator: string, text: string, values: string[]): boolean => {
  if (operator === 'is empty') return text === ''
  if (operator === 'is' || operator === 'is any of') return values.includes(text)
  if (operator === 'starts with') return values.some((value) => text.startsWith(value))
  if (operator === 'ends with') return values.some((value) => text.endsWith(value))
  return operator === 'contains' && values.some((value) => text.includes(value))
}

/** Whether events of a name meet a condition on `name` or `type`. */
export const nameMeets = ({ field, condition, value }: FieldCondition, event: KnownEvent): boolean => {
  const { operator, isNegated } = positive(condition)
  const values = asList(value).map((one) => String(one).toLowerCase())
  const text = (field === 'type' ? event.kind : event.name).toLowerCase()
  return meets(operator, text, values) !== isNegated
}

/** The names among `events` that events of a group can have at all; undefined where the group does not narrow them. */
export const namesOf = (group: EventGroup, events: readonly KnownEvent[]): ReadonlySet<number> | undefined => {
  const parts = group.conditions.map((condition) => {
    if (condition.type === 'group') return namesOf(condition, events)
    if (!isOfName(condition)) return undefined
    return new Set(events.filter((event) => nameMeets(condition, event)).map(({ id }) => id))
  })
  const narrowing = parts.filter((part) => part !== undefined)
  if (!narrowing.length) return undefined
  if (group.operator === 'and') {
    const [first = new Set<number>(), ...others] = narrowing
    return new Set([...first].filter((id) => others.every((other) => other.has(id))))
  }
  return narrowing.length < parts.length ? undefined : new Set(narrowing.flatMap((part) => [...part]))
}

/** The group without the conditions that `namesOf` has already answered; undefined where nothing is left. */
export const besidesNames = (group: EventGroup): EventGroup | undefined => {
  if (group.operator === 'or') {
    const isAnswered = group.conditions.every((condition) =>
      condition.type === 'field' ? isOfName(condition) : besidesNames(condition) === undefined,
    )
    return isAnswered ? undefined : group
  }
  const conditions = group.conditions.flatMap((condition): EventGroup['conditions'] => {
    if (condition.type === 'field') return isOfName(condition) ? [] : [condition]
    const rest = besidesNames(condition)
    return rest ? [rest] : []
  })
  return conditions.length ? { ...group, conditions } : undefined
}
