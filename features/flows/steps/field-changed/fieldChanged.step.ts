import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { FieldName } from '../../contract/values.ts'

const Value = z.string().max(5000).optional()
const Values = z.object({ field: FieldName, from: Value, to: Value })
/** Settings of the field trigger; empty `from` and `to` mean any value. */
export type FieldChangedValues = z.output<typeof Values>

const wordsOf = (name: string, from: string | undefined, to: string | undefined) => {
  if (from && to) return `${name} changed from ${from} to ${to}`
  if (from) return `${name} changed from ${from}`
  return to ? `${name} changed to ${to}` : `${name} changed`
}

/** People enter when a field of theirs gets another value. */
export const fieldChangedStep = stepType<FieldChangedValues>({
  operationKey: '/field-changed',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Field changed',
  description: 'Starts when a field gets another value.',
  icon: 'forms',
  subjects: 'any',
  values: Values,
  holds: { field: 'field' },
  problems: ({ from, to }) =>
    from && to && from.trim().toLowerCase() === to.trim().toLowerCase()
      ? [{ code: 'same-value', message: 'A field cannot change from a value to the same value.', field: 'to' }]
      : [],
  summary: ({ field, from, to }, names) => ({
    title: 'Field changed',
    text: field ? wordsOf(names.fields?.[field] ?? field, from, to) : 'Choose a field',
  }),
})
