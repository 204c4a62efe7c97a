import { call, Id, MetricGrain, Time } from '@millrace/kit/contract'
import { z } from 'zod'
import { LinkClicks, MailAbout, MailHours, MailMetrics, MailRange, MailStats } from './stats.ts'

/** What was done with mail: each is an event of a person. */
export const MAIL_EVENTS = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'replied',
  'bounced',
  'complained',
  'unsubscribed',
] as const
/** What was done with mail. */
export type MailEventType = (typeof MAIL_EVENTS)[number]

/** Something that was done with a mail, by whom. */
export const MailEvent = z.object({
  id: z.number(),
  type: z.enum(MAIL_EVENTS),
  createdAt: Time,
  /** Goes on behind this one. */
  cursor: z.string(),
  emailId: z.number().nullable(),
  emailName: z.string().nullable(),
  flowId: z.number().nullable(),
  stepId: z.number().nullable(),
  broadcastId: z.number().nullable(),
  url: z.string().nullable(),
  /** Not kept. */
  ip: z.null(),
  browser: z.null(),
  /** What the receiving server said. */
  reason: z.string().nullable(),
  /** A scanner or another machine did it. */
  isBot: z.boolean(),
  endUser: z.object({
    id: z.number(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
  }),
})
/** Something that was done with a mail, by whom. */
export type MailEvent = z.output<typeof MailEvent>

const MOST_OFFSET = 10_000
const Type = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(MAIL_EVENTS, `Choose one of ${MAIL_EVENTS.join(', ')}.`))

const YesNo = z.enum(['true', 'false'])

/** Calls about the figures of mail. Fixed paths stand before `{id}`. */
export const metricsCalls = {
  emailStats: call({
    method: 'GET',
    path: '/v1/emails/stats',
    scopes: ['emailMetrics:read'],
    query: z.object({
      period: z.string().optional(),
      /** The same as `period`, which wins. */
      metricsPeriod: z.string().optional(),
      ...MailAbout,
      timezone: z.string().optional(),
      startDate: z.string().optional(),
      endDate: z.string().optional(),
      granularity: MetricGrain.optional(),
      groupByEmail: YesNo.optional(),
      groupByBroadcast: YesNo.optional(),
      /** Told by way of sending. */
      abTest: YesNo.optional(),
    }),
    returns: z.object({ stats: z.array(MailStats), clicks: z.array(LinkClicks) }),
    summary: 'Figures of mail',
    fail: 'Error while getting email stats.',
  }),
  measureMail: call({
    method: 'GET',
    path: '/v1/emails/metrics',
    scopes: ['emailMetrics:read'],
    query: z.object({ ...MailRange, ...MailAbout, granularity: MetricGrain.optional() }),
    returns: z.object({ metrics: MailMetrics }),
    summary: 'Figures of mail over time, by email and by link, with the time before to compare',
    fail: 'Error while getting email stats.',
    addition: true,
  }),
  measureHours: call({
    method: 'GET',
    path: '/v1/emails/metrics/hours',
    scopes: ['emailMetrics:read'],
    query: z.object({ ...MailRange, ...MailAbout }),
    returns: z.object({ metrics: MailHours }),
    summary: 'When mail is sent, opened and clicked, by the hour of the week',
    fail: 'Error while getting email stats.',
    addition: true,
  }),
  listMailEvents: call({
    method: 'GET',
    path: '/v1/emails/stats/events',
    scopes: ['emailMetrics:read', 'people:read'],
    query: z.object({
      ...MailRange,
      ...MailAbout,
      /** All that was done unless told. */
      type: Type.default('opened'),
      /** What scanners and other machines did, too. */
      machines: YesNo.optional(),
      limit: z.coerce.number<number>().int().min(1).max(100).default(100),
      offset: z.coerce.number<number>().int().min(0).max(MOST_OFFSET, 'Go on by cursor.').optional(),
      /** Goes on behind what `next` said. */
      cursor: z.string().max(200).optional(),
    }),
    returns: z.object({ events: z.array(MailEvent), next: z.string().nullable() }),
    summary: 'Who did what with mail, latest first',
    fail: 'Error while getting email stats.',
  }),
  exportMailEvents: call({
    method: 'POST',
    path: '/v1/emails/stats/events/export',
    scopes: ['people:export', 'emailMetrics:read'],
    status: 200,
    body: z.object({
      ...MailRange,
      emailIds: z.array(Id).max(500).optional(),
      flowIds: z.array(Id).max(500).optional(),
      stepId: z.array(Id).max(500).optional(),
      broadcastIds: z.array(Id).max(500).optional(),
      broadcastId: Id.optional(),
      abTestVariantId: z.number().int().optional(),
      type: Type.default('opened'),
      /** The caller unless told. */
      notifyEmail: z.string().max(320).optional(),
    }),
    returns: z.object({ message: z.string(), email: z.string().nullable(), jobId: z.number().nullable() }),
    summary: 'Write them to a CSV file and mail a link to it',
    fail: 'Error while exporting people.',
  }),
  getPersonMetrics: call({
    method: 'GET',
    path: '/v1/people/metrics/{id}',
    scopes: ['emailMetrics:read', 'people:read'],
    params: z.object({ id: Id }),
    query: z.object({ startDate: z.string().max(40).optional() }),
    returns: z.object({ metrics: z.record(z.string(), z.number()) }),
    summary: 'How often somebody was sent mail, opened and clicked it',
    fail: 'Error while getting email stats.',
  }),
}
