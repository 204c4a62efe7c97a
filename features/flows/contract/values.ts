import type { Condition, ConditionGroup } from '@millrace/segments/contract'
import { z } from 'zod'

export { Conditions } from '@millrace/segments/contract'

/** Conditions that are one condition. */
export const only = (condition: Condition): ConditionGroup => ({
  type: 'group',
  operator: 'and',
  conditions: [condition],
})

/** A length of time. Minutes and hours are exact; days and longer keep the time of day in the account's time zone. */
export const Duration = z.object({
  value: z.coerce
    .number<number>()
    .int('Use a whole number.')
    .min(1, 'Use at least 1.')
    .max(100_000, 'That is too long.'),
  unit: z.enum(['seconds', 'minutes', 'hours', 'days', 'weeks', 'months']),
})
/** A length of time. */
export type Duration = z.output<typeof Duration>

/** A time of day, 00:00 to 23:59. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 09:00.')

/** Days of the week, 1 Monday to 7 Sunday; at least one. */
export const Weekdays = z.array(z.number().int().min(1).max(7)).min(1, 'Choose at least one day.')

/** Whose clock counts: the person's where it is known, else the account's. */
export const ZoneOf = z.enum(['person', 'account'])

/** The name of a tag. */
export const TagName = z.string('Choose a tag.').trim().min(1, 'Choose a tag.').max(255)

/** The name of a person field. */
export const FieldName = z.string('Choose a field.').trim().min(1, 'Choose a field.').max(255)

/** How long ago something may be. */
export const Within = z.object({
  value: Duration.shape.value,
  unit: z.enum(['minutes', 'hours', 'days', 'weeks', 'months']),
})
/** How long ago something may be. */
export type Within = z.output<typeof Within>

/** The id of an email. */
export const EmailId = z.coerce.number<number>('Choose an email.').int().positive('Choose an email.')
