import { ApiKey } from '@millrace/access/contract'
import { Id, SCOPES, Time } from '@millrace/kit/contract'
import { z } from 'zod'

/** Where an account stands. */
export const ACCOUNT_STATUSES = ['trial', 'active', 'trialExpired', 'canceled'] as const

/** The fonts that e-mails may use unless the account chooses others. */
export const EMAIL_FONTS = [
  'Default stack',
  'Roboto',
  'Roboto Mono',
  'Roboto Slab',
  'Open Sans',
  'Arial',
  'Verdana',
  'Tahoma',
  'Trebuchet MS',
  'Times New Roman',
  'Georgia',
  'Garamond',
  'Courier New',
  'Brush Script MT',
] as const

/** A web address as the site of a business: scheme and www optional, an ending of 2 to 25 letters, port and path optional. */
export const SITE =
  /^(https?:\/\/)?(www\.)?([\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,25}(:\d{1,5})?([/?#]\S*)?$/iu

/** Said of a site that is none. */
export const SITE_WRONG = 'Double-check your site.'

/** An account in a list of accounts. */
export const AccountSummary = z.object({
  id: Id,
  site: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
})

/** Marks that the screens keep with an account. */
export const AccountFlags = z.object({
  providedSiteAndName: z.boolean().optional(),
  aiFlowsGenerated: z.boolean().optional(),
  startedTrial: z.boolean().optional(),
  hasSetInitialPassword: z.boolean().optional(),
  hasSetupLegacySegmentService: z.boolean().optional(),
  hideAnonymous: z.boolean().optional(),
  showCreativeJourneysPlans: z.boolean().optional(),
})

/** What was done of the checklist for newcomers. */
export const Onboarding = z.object({
  apps: z.boolean().optional(),
  domain: z.boolean().optional(),
  email: z.boolean().optional(),
  flow: z.boolean().optional(),
  import: z.boolean().optional(),
})

/** A column of the people table, whether it is shown, and how wide where somebody drew it. */
export const TableField = z.object({
  name: z.string().max(200),
  enabled: z.boolean(),
  width: z.number().int().min(50).max(4000).optional(),
})

/** The parameters that links in mails get. */
export const LinkUtms = z.record(z.string().max(60), z.string().max(300))

/** An account as its members see it. */
export const Account = z.object({
  accountId: Id,
  mainAccountId: Id.nullable(),
  accountName: z.string(),
  name: z.string(),
  site: z.string(),
  industry: z.string(),
  logo: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
  timezone: z.string(),
  mailingAddress: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  blocked: z.boolean(),
  approved: z.boolean(),
  testAccount: z.boolean(),
  version: z.number().int(),
  trialEndsAt: Time.nullable(),
  createdAt: Time,
  /** The member who asks is a platform administrator. */
  isAdmin: z.boolean(),
  /** The member who asks owns the account and may do everything. */
  isOwner: z.boolean(),
  /** What the member who asks may do. */
  scopes: z.array(z.enum(SCOPES)),
  teamMemberId: z.number().int().nonnegative(),
  teamMemberName: z.string(),
  teamMemberEmail: z.string(),
  peopleCount: z.number().int().nonnegative(),
  referralCode: z.string(),
  hasCompanyObjectsFeature: z.boolean(),
  allAccounts: z.array(AccountSummary),
  activeServices: z.array(z.string()),
  peopleTableFields: z.array(TableField),
  /** Left out for members who may not read API keys. */
  apiKeys: z.array(ApiKey).optional(),
  writeKey: z.string(),
  personFields: z.array(z.record(z.string(), z.unknown())),
  emailFonts: z.array(z.string()),
  linkUTMs: LinkUtms,
  /** In which fields of money are that name no currency of their own. */
  currency: z.string(),
  autoSaveEmails: z.boolean(),
  companyInfo: z.object({ summary: z.string().optional() }).loose().nullable(),
  dashboardMetricsPeriod: z.string().nullable(),
  goals: z.string(),
  previousTool: z.string(),
  onboarding: Onboarding,
  flags: AccountFlags,
})

/** Something that keeps an account from working as it should. */
export const AccountIssue = z.object({ name: z.string(), priority: z.enum(['error', 'warning', 'info']) })
