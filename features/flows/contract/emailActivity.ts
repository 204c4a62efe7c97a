import type { EventCondition, Period } from '@millrace/segments/contract'
import { z } from 'zod'
import type { Names } from './stepType.ts'

/** What can happen to a mail after it was sent. */
export const EmailActivity = z.enum(
  ['delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'replied'],
  'Choose what happens to the email.',
)
/** What can happen to a mail after it was sent. */
export type EmailActivity = z.output<typeof EmailActivity>

/** The event that mail activity is recorded as. */
export const emailEventOf = (activity: EmailActivity): string => `Email ${activity}`

/** The name of an email, or something in its place. */
export const emailNameOf = (emailId: number, names: Names): string =>
  names.emails?.[emailId]?.name ?? `Email ${emailId}`

/** Somebody did that with an email, as a condition on people. */
export const didWithEmail = (activity: EmailActivity, emailId: number, within?: Period): EventCondition => ({
  type: 'event',
  condition: 'has',
  systemConditions: {
    type: 'group',
    operator: 'and',
    conditions: [
      { type: 'field', field: 'type', condition: 'is', value: 'email' },
      { type: 'field', field: 'name', condition: 'is', value: emailEventOf(activity) },
      { type: 'field', field: 'data.emailId', condition: 'is', value: emailId },
    ],
  },
  ...(within && { recencyCondition: { type: 'recencyCondition', condition: 'after period', value: within } }),
})
