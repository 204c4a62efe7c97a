import { call, Id, list, Paging, Time } from '@millrace/kit/contract'
import { z } from 'zod'
import { SEND_STATES, Send } from './sends.ts'
import { LinkClicks, MailStats } from './stats.ts'

/** The calls about the send ledger and its figures. */
export const ledgerCalls = {
  listSends: call({
    method: 'GET',
    path: '/v1/sends',
    scopes: ['emails:read'],
    query: z.object({
      personId: Id.optional(),
      emailId: Id.optional(),
      flowId: Id.optional(),
      state: z.enum(SEND_STATES).optional(),
      before: Time.optional(),
      limit: Paging.limit,
    }),
    returns: z.object({ sends: z.array(Send), mayResolve: z.boolean() }),
    summary: 'Mails of the send ledger, newest first',
    fail: "We couldn't retrieve the mails.",
    addition: true,
  }),
  resolveSend: call({
    method: 'POST',
    path: '/v1/sends/{id}/resolve',
    scopes: ['emailSettings:write'],
    params: z.object({ id: Id }),
    body: z.object({ at: Time, as: z.enum(['again', 'accepted', 'failed']) }),
    returns: z.object({ send: Send }),
    summary: 'Say what became of a mail whose fate is uncertain',
    fail: "We couldn't resolve this mail.",
    addition: true,
  }),
  emailStats: call({
    method: 'GET',
    path: '/v1/emails/stats',
    scopes: ['emailMetrics:read'],
    query: z.object({
      period: z.string().optional(),
      metricsPeriod: z.string().optional(),
      stepId: list(Id).optional(),
      emailIds: list(Id).optional(),
      flowIds: list(Id).optional(),
      timezone: z.string().optional(),
      startDate: z.string().optional(),
      endDate: z.string().optional(),
      groupByEmail: z.enum(['true', 'false']).optional(),
    }),
    returns: z.object({ stats: z.array(MailStats), clicks: z.array(LinkClicks) }),
    summary: 'Figures of mail',
    fail: 'Error while getting email stats.',
  }),
}
