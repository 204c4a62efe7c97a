import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'

const ById = z.object({ id: Id })

/** What administrators set of an account's mail. */
export const AccountMail = z.object({
  accountId: Id,
  /** Since when its mail is kept back. */
  pausedAt: z.string().nullable(),
  /** Whether mail may be transactional: sent by API, and to those who have unsubscribed. */
  transactionalEmail: z.boolean(),
})

const returns = z.object({ account: AccountMail })

/** Calls by which administrators of the installation hold an account's mail. */
export const adminCalls = {
  pauseMail: call({
    method: 'POST',
    path: '/v1/admin/accounts/{id}/pause-email',
    auth: 'admin',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().max(500).optional() }).optional(),
    returns,
    summary: "Keep an account's mail back; what is due waits",
    fail: "We couldn't pause the emails of this account.",
  }),
  resumeMail: call({
    method: 'DELETE',
    path: '/v1/admin/accounts/{id}/pause-email',
    auth: 'admin',
    params: ById,
    status: 204,
    summary: "Let an account's mail go again, also what waits",
    fail: "We couldn't unpause the emails of this account.",
  }),
  allowTransactionalMail: call({
    method: 'POST',
    path: '/v1/admin/accounts/{id}/transactional-email',
    auth: 'admin',
    params: ById,
    returns,
    summary: 'Let an account send transactional mail',
    fail: "We couldn't turn on transactional emails for this account.",
  }),
  refuseTransactionalMail: call({
    method: 'DELETE',
    path: '/v1/admin/accounts/{id}/transactional-email',
    auth: 'admin',
    params: ById,
    status: 204,
    summary: 'Treat all mail of an account as marketing, and refuse it by API',
    fail: "We couldn't turn off transactional emails for this account.",
  }),
} as const
