import { SCOPES } from '@millrace/kit/contract'
import type { Caller, Tx } from '@millrace/kit/server'
import { notFound } from '@millrace/kit/server'
import type { z } from 'zod'
import { type Account, EMAIL_FONTS } from '../contract/index.ts'
import { type AccountRow, accountById } from './accounts.ts'
import type { Desk } from './ports.ts'

/** An account as the contract tells it. */
export type AccountReply = z.input<typeof Account>

type Asking = Pick<Caller, 'accountId' | 'memberId' | 'isOwner' | 'isAdmin' | 'scopes'>

const accountsOf = (tx: Tx, { memberId, accountId }: Asking) =>
  // Those that the member belongs to, the asking one among them also where a key asks.
  tx.rows<{ id: number; site: string; name: string; logo: string | null }>(
    `select a.id, a.site, a.name, a.logo from accounts a
      where a.id = $2 or a.id in (select ms.account_id from memberships ms where ms.member_id = $1)
      order by lower(a.name), a.id`,
    [memberId, accountId],
  )

const countPeople = async (tx: Tx, accountId: number) => {
  // Without archived ones.
  const row = await tx.one<{ count: number }>(
    'select count(*) as count from people where account_id = $1 and archived_at is null',
    [accountId],
  )
  return row?.count ?? 0
}

const ownParts = (row: AccountRow) => ({
  accountId: row.id,
  mainAccountId: row.mainAccountId,
  accountName: row.name,
  name: row.name,
  site: row.site,
  industry: row.industry,
  logo: row.logo,
  email: row.email,
  phone: row.phone,
  timezone: row.timezone,
  mailingAddress: row.mailingAddress,
  status: row.status,
  blocked: row.isBlocked,
  approved: row.isApproved,
  testAccount: row.isTest,
  version: row.version,
  trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  referralCode: row.referralCode,
  writeKey: row.writeKey,
  onboarding: row.onboarding,
})

const settingParts = ({ settings }: AccountRow) => ({
  hasCompanyObjectsFeature: settings.hasCompanyObjectsFeature !== false,
  activeServices: settings.activeServices ?? [],
  peopleTableFields: settings.peopleTableFields ?? [],
  emailFonts: settings.emailFonts ?? [...EMAIL_FONTS],
  linkUTMs: settings.linkUTMs ?? {},
  currency: settings.currency ?? 'USD',
  autoSaveEmails: settings.autoSaveEmails ?? true,
  companyInfo: settings.companyInfo ?? null,
  dashboardMetricsPeriod: settings.dashboardMetricsPeriod ?? null,
  goals: settings.goals ?? '',
  previousTool: settings.previousTool ?? '',
})

/** The account of whoever asks, as he may see it. */
export const accountReply = async ({ ports }: Desk, tx: Tx, asking: Asking): Promise<AccountReply> => {
  const { accountId } = asking
  const row = await accountById(tx, accountId)
  if (!row) throw notFound()
  const member = asking.memberId ? await ports.access.memberById(tx, asking.memberId) : undefined
  const mayReadKeys = asking.isOwner || asking.scopes.has('apiKeys:read')
  return {
    ...ownParts(row),
    ...settingParts(row),
    isAdmin: asking.isAdmin,
    isOwner: asking.isOwner,
    scopes: SCOPES.filter((scope) => asking.isOwner || asking.scopes.has(scope)),
    teamMemberId: asking.memberId,
    teamMemberName: member?.name ?? '',
    teamMemberEmail: member?.email ?? '',
    peopleCount: await countPeople(tx, accountId),
    allAccounts: await accountsOf(tx, asking),
    ...(mayReadKeys && { apiKeys: await ports.access.apiKeysOf(tx, accountId) }),
    personFields: (await ports.personFields?.(tx, accountId)) ?? [],
    flags: { ...row.flags, hasSetInitialPassword: Boolean(member?.passwordHash) },
  }
}
