import { Id, list, MetricGrain, MetricPeriod, Time } from '@millrace/kit/contract'
import { z } from 'zod'

/**
 * Figures of mail. `opened` and `clicked` count mails once and people only; bot_* what machines did; `refused` what of the bounced
 * was never accepted.
 */
export const MailFigures = z.object({
  accepted: z.number(),
  delivered: z.number(),
  opened: z.number(),
  opens: z.number(),
  botOpens: z.number(),
  clicked: z.number(),
  clicks: z.number(),
  botClicks: z.number(),
  bounced: z.number(),
  refused: z.number(),
  complained: z.number(),
  unsubscribed: z.number(),
  replied: z.number(),
  skipped: z.number(),
  failed: z.number(),
})

/** Figures of mail. */
export type MailFigures = z.output<typeof MailFigures>

/** Figures with the time that they are for and what they are about. */
export const MailStats = MailFigures.extend({
  emailId: z.number().nullable(),
  stepId: z.number().nullable(),
  broadcastId: z.number().nullable(),
  /** The way of sending within an A/B test. */
  variantId: z.number().nullable(),
  periods: z.array(MailFigures.extend({ at: z.string() })),
})

/** Figures of an email, a step, a broadcast, a way of sending, or all mail, with a row for each slice of time. */
export type MailStats = z.output<typeof MailStats>

/** Clicks of one link. */
export const LinkClicks = z.object({
  url: z.string(),
  emailId: z.number(),
  clicked: z.number(),
  clicks: z.number(),
  botClicks: z.number(),
})

/** Clicks of one link. */
export type LinkClicks = z.output<typeof LinkClicks>

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Use a date such as 2026-01-31.')

/** A stretch of time: by its name, or `startDate` and `endDate` (both included), in days of a time zone; the account's unless told. */
export const MailRange = {
  period: MetricPeriod.optional(),
  startDate: Day.optional(),
  endDate: Day.optional(),
  timezone: z.string().max(64).optional(),
}

/** Which mail: all unless told. */
export const MailAbout = {
  emailIds: list(Id).optional(),
  flowIds: list(Id).optional(),
  stepId: list(Id).optional(),
  broadcastIds: list(Id).optional(),
  broadcastId: Id.optional(),
  abTestVariantId: z.coerce.number<number>().int().optional(),
}

/** Figures of a slice of time that begins then. */
export const MailPoint = MailFigures.extend({ at: Time })
/** Figures of a slice of time that begins then. */
export type MailPoint = z.output<typeof MailPoint>

/** Figures of one of those that mail is told by. */
export const MailOf = z.object({
  id: z.number(),
  name: z.string(),
  archived: z.boolean(),
  sum: MailFigures,
  before: MailFigures.nullable(),
})
/** Figures of one of those that mail is told by. */
export type MailOf = z.output<typeof MailOf>

/** Figures of mail over a stretch of time, compared with the one before. */
export const MailMetrics = z.object({
  from: Time,
  to: Time,
  /** Its first and last day. */
  startDate: z.string(),
  endDate: z.string(),
  timezone: z.string(),
  granularity: MetricGrain,
  sum: MailFigures,
  points: z.array(MailPoint),
  /** The stretch before it; its sum goes as far as this one has come. Null where there is none. */
  before: z.object({ from: Time, to: Time, sum: MailFigures, points: z.array(MailPoint) }).nullable(),
  /** The emails that were sent, the most sent first. */
  emails: z.array(MailOf),
  links: z.array(LinkClicks),
})
/** Figures of mail over a stretch of time, compared with the one before. */
export type MailMetrics = z.output<typeof MailMetrics>

/** What was sent, opened and clicked in an hour of the week. */
export const MailHour = MailFigures.pick({
  opened: true,
  opens: true,
  botOpens: true,
  clicked: true,
  clicks: true,
  botClicks: true,
}).extend({
  /** 1 Monday to 7 Sunday. */
  weekday: z.number(),
  /** 0 to 23. */
  hour: z.number(),
  /** How often it came in the stretch, as far as that has come; quarters of it count a quarter. */
  times: z.number(),
  /** What was accepted, and what the other server refused. */
  sent: z.number(),
})
/** What was sent, opened and clicked in an hour of the week. */
export type MailHour = z.output<typeof MailHour>

/** Figures of mail by the hour of the week. */
export const MailHours = z.object({
  from: Time,
  to: Time,
  startDate: z.string(),
  endDate: z.string(),
  timezone: z.string(),
  /** The last so many days alone are told: so many quarters of an hour there are. Null where all of the stretch is. */
  cutToDays: z.number().nullable(),
  /** All 168 of them, the first one of Monday first. */
  hours: z.array(MailHour),
})
/** Figures of mail by the hour of the week. */
export type MailHours = z.output<typeof MailHours>
