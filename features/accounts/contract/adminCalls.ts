import { call, Id, Paging, ShortId } from '@millrace/kit/contract'
import { z } from 'zod'
import { ACCOUNT_STATUSES } from './account.ts'

const ById = z.object({ id: ShortId })

/** What accounts are sorted by, where not by when they were opened: what they sent, the shares that bounced or were marked as spam. */
export const ACCOUNT_SORTS = ['sent', 'bounced', 'complained'] as const

/** What administrators set of an account's mail. */
export const AccountMail = z.object({
  accountId: Id,
  /** Since when its mail is kept back. */
  pausedAt: z.string().nullable(),
  /** Whether mail may be transactional: sent by API, and to those who have unsubscribed. */
  transactionalEmail: z.boolean(),
})

const returns = z.object({ account: AccountMail })

/** What an account sent in the last seven days, today among them, and how much of it came back or was marked as spam. */
export const AccountMailFigures = z.object({ sent: z.number(), bounced: z.number(), complained: z.number() })
/** What an account sent in the last seven days. */
export type AccountMailFigures = z.output<typeof AccountMailFigures>

/** The shares of fewer mails than these say little: such accounts come last where a list is sorted by them. */
export const FEW_MAILS = 100

/** An account as administrators list it. */
export const AdministeredAccount = AccountMail.extend({
  mainAccountId: Id.nullable(),
  name: z.string(),
  site: z.string(),
  email: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  blocked: z.boolean(),
  /** Its emails leave without a look at them. */
  approved: z.boolean(),
  createdAt: z.string(),
  figures: AccountMailFigures,
})
/** An account as administrators list it. */
export type AdministeredAccount = z.output<typeof AdministeredAccount>

/** What an administrator did to an account. */
export const AdministeredAct = z.object({
  id: Id,
  at: z.string(),
  /** Who did it; null for somebody who is no member of anything any more. */
  by: z.string().nullable(),
  act: z.string(),
  reason: z.string().nullable(),
})
/** What an administrator did to an account. */
export type AdministeredAct = z.output<typeof AdministeredAct>

/** Calls by which administrators of the installation look after its accounts and hold their mail. */
export const adminCalls = {
  listAllAccounts: call({
    method: 'GET',
    path: '/v1/admin/accounts',
    auth: 'admin',
    query: z.object({
      limit: Paging.limit,
      cursor: z.string().max(20).optional(),
      search: z.string().max(200).optional(),
      state: z.enum(['paused', 'unapproved', 'blocked']).optional(),
      /** The most mail, or the largest share that bounced or was marked as spam, first; else the newest. */
      sort: z.enum(ACCOUNT_SORTS).optional(),
    }),
    returns: z.object({ accounts: z.array(AdministeredAccount), total: z.number(), next: z.string().nullable() }),
    summary: 'List the accounts of the installation with the state of their mail and what they sent in seven days',
    fail: "We couldn't retrieve the accounts.",
    addition: true,
  }),
  administeredAccount: call({
    method: 'GET',
    path: '/v1/admin/accounts/{id}/json',
    auth: 'admin',
    params: ById,
    returns: z.object({ account: AdministeredAccount, acts: z.array(AdministeredAct) }),
    summary: 'An account with the state of its mail and what administrators lately did to it',
    fail: "We couldn't retrieve the account. ",
  }),
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
    query: z.object({ reason: z.string().trim().max(500).optional() }),
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
