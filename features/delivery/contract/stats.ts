import { z } from 'zod'

/** Figures of mail. `opened` and `clicked` count mails once and people only; bot_* what machines did. */
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
  complained: z.number(),
  unsubscribed: z.number(),
  skipped: z.number(),
  failed: z.number(),
})

/** Figures of mail. */
export type MailFigures = z.output<typeof MailFigures>

/** Figures with the time that they are for and what they are about. */
export const MailStats = MailFigures.extend({
  emailId: z.number().nullable(),
  stepId: z.number().nullable(),
  periods: z.array(MailFigures.extend({ at: z.string() })),
})

/** Figures of an email, a step, or all mail, with a row for each slice of time. */
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
