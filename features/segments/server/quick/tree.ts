import {
  CORE_FIELDS,
  type Condition,
  type FieldCondition,
  kindOfField,
  type SegmentCondition,
} from '../../contract/index.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { type Answer, every, opposite, some } from './answer.ts'
import type { Facts } from './facts.ts'
import { valueAt, valueMeets } from './value.ts'

const coreValue = (field: string, facts: Facts): unknown => {
  if (field === 'unsubscribed') return facts.unsubscribedAt !== null
  if (field === 'archived') return facts.archivedAt !== null
  return facts[field as keyof Facts]
}

const field = (condition: FieldCondition, facts: Facts, dictionary: Dictionary): Answer => {
  const { field: name } = condition
  const core = CORE_FIELDS[name]
  if (core && Object.hasOwn(CORE_FIELDS, name)) {
    // Columns have operators of their own kind only; what else stands in old conditions is left to the database.
    return valueMeets(core, condition, coreValue(name, facts), dictionary)
  }
  const stored = valueAt(facts.fields, name)
  return stored === 'unclear'
    ? undefined
    : valueMeets(kindOfField(dictionary.fields.get(name)), condition, stored, dictionary)
}

const segment = ({ value, condition }: SegmentCondition, facts: Facts, { segments }: Dictionary): Answer => {
  const known = segments.get(value)
  const isIn =
    known?.membership === 'people'
      ? facts.archivedAt === null
      : known?.membership === 'archived'
        ? facts.archivedAt !== null
        : known?.membership === 'stored' && facts.segments.has(value)
  return isIn === (condition === 'in')
}

/** Answers for event conditions, found beforehand. */
export type AskEvent = (condition: Condition & { type: 'event' }) => Answer

/** Whether a person meets a condition, as far as that can be told without the database. */
export const meets = (condition: Condition, facts: Facts, dictionary: Dictionary, askEvent: AskEvent): Answer => {
  switch (condition.type) {
    case 'group': {
      const { conditions, operator } = condition
      if (!conditions.length) return true
      const ask = (one: Condition) => meets(one, facts, dictionary, askEvent)
      return operator === 'and' ? every(conditions, ask) : some(conditions, ask)
    }
    case 'field':
      return field(condition, facts, dictionary)
    case 'tag': {
      const id = dictionary.tags.get(condition.value.trim().toLowerCase())
      const has = id !== undefined && facts.tags.includes(id)
      return condition.condition === 'has' ? has : opposite(has)
    }
    case 'segment':
      return segment(condition, facts, dictionary)
    case 'event':
      return askEvent(condition)
    case 'goal':
    case 'association':
      return undefined
  }
}
