import { call, Id, Paging, ShortId } from '@millrace/kit/contract'
import { z } from 'zod'

/** An account whose emails wait for a look. */
export const ModeratedAccount = z.object({
  id: Id,
  name: z.string(),
  site: z.string(),
  email: z.string(),
  approved: z.boolean(),
  pausedAt: z.string().nullable(),
  createdAt: z.string(),
  /** Emails that wait for a look. */
  pending: z.number(),
  /** Mails that wait with them. */
  held: z.number(),
  /** When the newest of these emails was changed. */
  updatedAt: z.string(),
})
/** An account whose emails wait for a look. */
export type ModeratedAccount = z.output<typeof ModeratedAccount>

/** An email as whoever looks at it needs it. */
export const ModeratedEmail = z.object({
  id: Id,
  name: z.string(),
  subject: z.string(),
  fromName: z.string(),
  fromEmail: z.string(),
  html: z.string(),
  canSpamCompliance: z.enum(['approved', 'pending', 'rejected', 'manually_approved']),
  /** What its writers read about why. */
  refusedWhy: z.string(),
  version: z.number(),
  held: z.number(),
  updatedAt: z.string(),
})
/** An email as whoever looks at it needs it. */
export type ModeratedEmail = z.output<typeof ModeratedEmail>

const ById = z.object({ id: ShortId })
const Cursor = z.string().max(200).optional()

/** Calls by which administrators look at emails before they leave. */
export const moderationCalls = {
  listModeration: call({
    method: 'GET',
    path: '/v1/admin/monitoring/moderation',
    auth: 'admin',
    query: z.object({ limit: Paging.limit, cursor: Cursor, search: z.string().max(200).optional() }),
    returns: z.object({ rows: z.array(ModeratedAccount), total: z.number(), next: z.string().nullable() }),
    summary: 'List accounts whose emails wait for a look, those with waiting mail first',
    fail: "We couldn't load what waits for a look.",
  }),
  listModeratedEmails: call({
    method: 'GET',
    path: '/v1/admin/monitoring/moderation/{id}/emails',
    auth: 'admin',
    params: ById,
    query: z.object({ limit: Paging.limit, cursor: Cursor, all: z.enum(['true', 'false']).optional() }),
    returns: z.object({ rows: z.array(ModeratedEmail), total: z.number(), next: z.string().nullable() }),
    summary: "List an account's emails that wait for a look, or all of them",
    fail: "We couldn't load the emails of this account.",
  }),
  moderateEmail: call({
    method: 'PATCH',
    path: '/v1/admin/monitoring/moderation/{id}/emails/{emailId}',
    auth: 'admin',
    params: z.object({ id: ShortId, emailId: Id }),
    body: z.strictObject({
      canSpamCompliance: z.enum(['approved', 'pending', 'rejected', 'manually_approved']),
      /** Refuses where another version than the one looked at is saved meanwhile. */
      version: ShortId.optional(),
      /** Trusts the account from now on: nothing of it waits for a look any more. */
      approveAccount: z.boolean().optional(),
      /** Kept for administrators; where the email is refused its writers read it, and its account's owner gets it by mail. */
      reason: z.string().trim().max(500).optional(),
    }),
    returns: z.object({ email: ModeratedEmail }),
    summary: 'Approve an email, or refuse it; mail that waits leaves or ends',
    fail: "We couldn't save your decision.",
  }),
} as const
