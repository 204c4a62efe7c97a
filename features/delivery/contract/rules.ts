import { z } from 'zod'

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'This is not a time of day.')
const Rate = z.number().positive('This must be more than 0.').max(10_000).nullable()

/** At most so many mails to one person in so many days, of all kinds together or of each category. */
export const FrequencyCap = z.object({
  mails: z.int().min(1, 'This must be at least 1.').max(1_000),
  days: z.int().min(1, 'This must be at least 1.').max(90, 'This must be at most 90.'),
  per: z.enum(['account', 'category']),
})
/** At most so many mails to one person in so many days. */
export type FrequencyCap = z.output<typeof FrequencyCap>

/** Hours in which nobody is written to; where they end on the next day, the weekday is that on which they begin. */
export const QuietHours = z
  .object({
    from: TimeOfDay,
    to: TimeOfDay,
    weekdays: z.array(z.int().min(1).max(7)).min(1, 'Choose a day.').max(7),
    timezone: z.enum(['person', 'account']),
  })
  .refine(({ from, to, weekdays }) => from !== to || new Set(weekdays).size < 7, {
    message: 'These hours leave no time for mail.',
    path: ['to'],
  })
/** Hours in which nobody is written to. */
export type QuietHours = z.output<typeof QuietHours>

/** What holds an account's mail back. Transactional mail passes all of it but `throttle.perDomain`. */
export const MailRules = z.object({
  caps: z.array(FrequencyCap).max(5),
  quiet: QuietHours.nullable(),
  /** So many of a hundred people, drawn once, get no marketing mail, so that its effect can be seen. */
  control: z
    .object({ percent: z.number().min(0.1, 'This must be at least 0.1.').max(50, 'This must be at most 50.') })
    .nullable(),
  /** Mails a second, from all workers together: of the account, and to each domain. */
  throttle: z.object({ perSecond: Rate, perDomain: Rate }),
  /** Whether domains that were verified lately begin with few mails a day. */
  warmUp: z.boolean(),
  /** What is held for longer is skipped. */
  holdDays: z.int().min(1, 'This must be at least 1.').max(90, 'This must be at most 90.'),
  /** Older mails of the ledger are forgotten; null keeps all. */
  keepMonths: z.int().min(3, 'This must be at least 3.').max(120, 'This must be at most 120.').nullable(),
})
/** What holds an account's mail back. */
export type MailRules = z.output<typeof MailRules>

/** The rules of an account that has said nothing. */
export const PLAIN_RULES: MailRules = {
  caps: [],
  quiet: null,
  control: null,
  throttle: { perSecond: null, perDomain: null },
  warmUp: false,
  holdDays: 7,
  keepMonths: null,
}
