import { readTime } from '@millrace/segments/contract'
import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import { eventMeets } from '../../server/rules/eventMeets.ts'
import type { FieldChangedValues } from './fieldChanged.step.ts'

type World = { now: Date; zone: string }

const isValue = (stored: unknown, wanted: string, world: World): boolean => {
  const group = {
    type: 'group' as const,
    operator: 'and' as const,
    conditions: [{ type: 'field' as const, field: 'value', condition: 'is' as const, value: wanted.trim() }],
  }
  if (eventMeets(group, { value: stored }, world)) return true
  if (typeof stored !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(wanted.trim())) return false
  const [time, span] = [readTime(stored, world.zone), readTime(wanted.trim(), world.zone)]
  if (!time || !span) return false
  return time.from >= span.from && (span.isDay ? time.from < span.to : time.from.getTime() === span.from.getTime())
}

const valueIn = (values: unknown, field: string): unknown =>
  values && typeof values === 'object' ? (values as Record<string, unknown>)[field] : undefined

/** Looks at changes of people, or of objects, for one of the field, from and to the values that are asked for. */
export const fieldChangedTrigger: TriggerRun<FieldChangedValues> = {
  match: ({ field, from, to }) => ({
    kind: ['person.changed', 'object.changed'],
    about: 'any',
    meets: ({ data }, world) => {
      if (!Array.isArray(data?.fields) || !data.fields.includes(field)) return undefined
      if (from?.trim() && !isValue(valueIn(data.before, field), from, world)) return undefined
      if (to?.trim() && !isValue(valueIn(data.after, field), to, world)) return undefined
      return { key: null }
    },
  }),
  // Values that fields had before are not kept.
  explain: () => ({ isMet: null, fact: 'changes of fields are not kept', at: null }),
}
