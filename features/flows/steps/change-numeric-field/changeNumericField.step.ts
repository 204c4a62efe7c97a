import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { FieldName } from '../../contract/values.ts'

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/

const Values = z.object({
  field: FieldName,
  by: z.enum(['add', 'subtract', 'multiply', 'set'], 'Choose what to do.'),
  value: z
    .union([z.number('Use a number.').transform(String), z.string()], 'Use a number.')
    .transform((value) => value.trim())
    .refine((value) => value !== '', { error: 'Use a number.', abort: true })
    .refine((value) => value.length <= 5000, 'That is too long.')
    .refine((value) => /\{[{%]/.test(value) || NUMBER.test(value), 'Use a number such as 5 or 1.5.'),
})
/** Settings of the step. `value` is a number or Liquid that gives one. */
export type ChangeNumericFieldValues = z.output<typeof Values>

const WORDS = {
  add: (name: string, value: string) => `Add ${value} to ${name}`,
  subtract: (name: string, value: string) => `Take ${value} off ${name}`,
  multiply: (name: string, value: string) => `Multiply ${name} by ${value}`,
  set: (name: string, value: string) => `Set ${name} to ${value}`,
}

/** Reckons with a number of the person. */
export const changeNumericFieldStep = stepType<ChangeNumericFieldValues>({
  operationKey: '/change-numeric-field',
  type: 'action',
  kind: 'action',
  group: 'People',
  label: 'Change numeric field',
  description: 'Adds to a number, takes off, multiplies or sets it.',
  icon: 'calculator',
  subjects: 'any',
  values: Values,
  holds: { field: 'field', value: 'liquid' },
  startWith: { by: 'add', value: '1' },
  summary: ({ field, by = 'add', value }, names) => ({
    title: 'Change numeric field',
    text: field ? WORDS[by](names.fields?.[field] ?? field, String(value ?? '…')) : 'Choose a field',
  }),
})
