import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { FieldName, TimeOfDay } from '../../contract/values.ts'
import { movesAlone } from '../date-field/dateField.step.ts'

const Values = z.object({ field: FieldName, at: TimeOfDay })
/** Settings of the annual trigger. */
export type AnnualValues = z.output<typeof Values>

/** People enter every year on the day of a date that they carry. */
export const annualStep = stepType<AnnualValues>({
  operationKey: '/annual',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Annual',
  description: 'Starts every year on the day of a date in a field, such as a birthday or a renewal.',
  icon: 'cake',
  subjects: 'any',
  values: Values,
  startWith: { at: '09:00' },
  holds: { field: 'field' },
  problems: ({ field }) => movesAlone(field),
  summary: ({ field, at }, names) => ({
    title: 'Annual',
    text: field ? `Every year on ${names.fields?.[field] ?? field} at ${at ?? '00:00'}` : 'Choose a field',
  }),
})
