import { call } from '@millrace/kit/contract'
import { z } from 'zod'
import { Account, AccountFlags, AccountIssue, AccountSummary, LinkUtms, Onboarding, TableField } from './account.ts'

const Short = z.string().trim().max(200, 'Please use at most 200 characters.')
const Long = z.string().trim().max(2_000, 'Please use at most 2,000 characters.')

/** What can be changed of an account; absent, empty and unchanged parts stay as they are. */
export const AccountChanges = z.strictObject({
  name: Short.optional(),
  teamMemberName: Short.optional(),
  site: Short.optional(),
  industry: Short.optional(),
  phone: z.string().trim().max(40, 'Please use at most 40 characters.').optional(),
  timezone: Short.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'A currency has three letters, like EUR.')
    .optional(),
  mailingAddress: z.string().trim().max(500, 'Please use at most 500 characters.').optional(),
  goals: Long.optional(),
  previousTool: Short.optional(),
  emailFonts: z.array(Short).max(100).optional(),
  linkUTMs: LinkUtms.optional(),
  autoSaveEmails: z.boolean().optional(),
  peopleTableFields: z.array(TableField).max(500).optional(),
  dashboardMetricsPeriod: z.string().max(40).optional(),
  onboarding: Onboarding.optional(),
  flags: z
    .strictObject(
      AccountFlags.pick({
        providedSiteAndName: true,
        aiFlowsGenerated: true,
        startedTrial: true,
        hasSetupLegacySegmentService: true,
        hideAnonymous: true,
      }).shape,
    )
    .optional(),
})

const SAVE_FAIL = "We couldn't save your account changes. "
const READ_FAIL = "We couldn't retrieve your account. "

export const accountCalls = {
  register: call({
    method: 'POST',
    path: '/v1/accounts',
    auth: 'public',
    body: z
      .object({
        email: z.string().max(320).optional(),
        idToken: z.string().max(10_000).optional(),
        source: z.string().max(200).optional(),
        timezone: z.string().max(100).optional(),
        botProtectionToken: z.string().max(10_000).optional(),
        referral: z.string().max(100).optional(),
        referralCode: z.string().max(100).optional(),
      })
      .optional(),
    returns: Account,
    summary: 'Open an account and sign in to it',
    fail: "We couldn't create your account.",
  }),
  accountInfo: call({
    method: 'GET',
    path: '/v1/accounts/info',
    returns: Account,
    summary: 'Your account',
    fail: READ_FAIL,
  }),
  account: call({
    method: 'GET',
    path: '/v1/accounts',
    returns: Account,
    summary: 'Your account, the same as /v1/accounts/info',
    fail: READ_FAIL,
  }),
  updateAccount: call({
    method: 'PATCH',
    path: '/v1/accounts/me',
    body: AccountChanges,
    returns: Account,
    summary: 'Change your account',
    fail: SAVE_FAIL,
  }),
  finishRegistration: call({
    method: 'POST',
    path: '/v1/accounts/registration-finished',
    auth: 'session',
    status: 204,
    summary: 'Say that the registration is finished',
    fail: "We couldn't finish setting up your. ",
  }),
  accountIssues: call({
    method: 'GET',
    path: '/v1/accounts/issues',
    returns: z.object({ issues: z.array(AccountIssue) }),
    summary: 'What keeps the account from working as it should',
    fail: "We couldn't retrieve account issues. ",
  }),
  createSubAccount: call({
    method: 'POST',
    path: '/v1/accounts/sub-accounts',
    auth: 'session',
    scopes: ['subaccounts:write'],
    body: z.object({
      name: z.string({ error: 'Missing name.' }).trim().min(1, 'Missing name.').max(200),
      site: Short.optional(),
      industry: Short.optional(),
      timezone: Short.optional(),
    }),
    returns: z.object({ account: AccountSummary }),
    summary: 'Add an account that this one pays for',
    fail: "We couldn't create the account.",
    addition: true,
  }),
}
