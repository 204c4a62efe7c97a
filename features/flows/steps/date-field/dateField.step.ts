import { z } from 'zod'
import { isExact } from '../../contract/clock/dueDates.ts'
import { stepType, words } from '../../contract/stepType.ts'
import { Duration, FieldName, TimeOfDay } from '../../contract/values.ts'

const Offset = z.object({
  value: z.coerce
    .number<number>('Use a whole number.')
    .int('Use a whole number.')
    .min(0, 'Use at least 0.')
    .max(100_000, 'That is too long.'),
  unit: z.enum(Duration.shape.unit.options.filter((unit) => unit !== 'seconds')),
  direction: z.enum(['before', 'on', 'after']),
})

const Values = z
  .object({ field: FieldName, offset: Offset.optional(), at: TimeOfDay.optional() })
  .superRefine(({ offset, at }, context) => {
    if (!at && !isExact(offset))
      context.addIssue({ code: 'custom', path: ['at'], message: 'Use a time such as 09:00.' })
  })
/** Settings of the date field trigger. */
export type DateFieldValues = z.output<typeof Values>

/** What is wrong with a field whose value moves without anybody changing it. */
export const movesAlone = (field: string) =>
  field === 'lastSeenAt'
    ? [
        {
          code: 'moving-field',
          message:
            'This date moves with everything that people do. Use a segment of those who were not seen for a while.',
          field: 'field',
        },
      ]
    : []

/** People enter around a date that they carry. */
export const dateFieldStep = stepType<DateFieldValues>({
  operationKey: '/date-field',
  type: 'trigger',
  kind: 'trigger',
  group: 'Triggers',
  label: 'Date field',
  description: 'Starts before, on or after the date in a field, such as the end of a trial.',
  icon: 'calendar-event',
  subjects: 'any',
  values: Values,
  startWith: { offset: { value: 0, unit: 'days', direction: 'on' }, at: '09:00' },
  holds: { field: 'field' },
  problems: ({ field }) => movesAlone(field),
  summary: ({ field, offset, at }, names) => {
    if (!field) return { title: 'Date field', text: 'Choose a field' }
    const name = names.fields?.[field] ?? field
    const when =
      !offset || offset.direction === 'on' || !offset.value
        ? `On ${name}`
        : `${words(offset.value, offset.unit)} ${offset.direction} ${name}`
    return { title: 'Date field', text: isExact(offset) ? when : `${when} at ${at ?? '00:00'}` }
  },
})
