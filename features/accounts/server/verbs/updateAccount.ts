import { mustHold, plainText } from '@millrace/access/server'
import type { Scope } from '@millrace/kit/contract'
import { type CallContext, notFound, type Tx } from '@millrace/kit/server'
import type { z } from 'zod'
import type { AccountChanges } from '../../contract/index.ts'
import { type AccountReply, accountReply } from '../accountReply.ts'
import { type AccountRow, type AccountSettings, accountToChange, saveAccount } from '../accounts.ts'
import type { Desk } from '../ports.ts'
import { keptSite, keptTimezone, nameFromSite } from '../rules.ts'

type Changes = z.output<typeof AccountChanges>
type Asking = Pick<CallContext, 'accountId' | 'memberId' | 'isOwner' | 'isAdmin' | 'scopes'>

/** What a member needs for each part; how he likes to see things is his own business. */
const NEEDS: Partial<Record<keyof Changes, Scope>> = {
  name: 'account:write',
  site: 'account:write',
  industry: 'account:write',
  phone: 'account:write',
  timezone: 'account:write',
  currency: 'account:write',
  mailingAddress: 'account:write',
  goals: 'account:write',
  previousTool: 'account:write',
  linkUTMs: 'emailSettings:write',
  autoSaveEmails: 'emailSettings:write',
  emailFonts: 'emailSettings:write',
}

const mustBeAllowed = (asking: Asking, changes: Changes) => {
  const needed = Object.keys(changes).flatMap((part) => NEEDS[part as keyof Changes] ?? [])
  mustHold(asking, [...new Set(needed)])
}

/** A text that was given and says something else than before. */
const fresh = (given: string | undefined, before: string, kept: (text: string) => string = (text) => text) =>
  given && given !== before ? kept(given) || before : before

const changedColumns = (before: AccountRow, changes: Changes) => {
  const site = fresh(changes.site, before.site, keptSite)
  const name = fresh(changes.name, before.name, plainText) || nameFromSite(site)
  return {
    name,
    site,
    industry: fresh(changes.industry, before.industry, plainText),
    phone: fresh(changes.phone, before.phone, plainText),
    timezone: fresh(changes.timezone, before.timezone, keptTimezone),
    mailingAddress: fresh(changes.mailingAddress, before.mailingAddress),
  }
}

const SETTINGS = [
  'goals',
  'previousTool',
  'currency',
  'emailFonts',
  'linkUTMs',
  'autoSaveEmails',
  'peopleTableFields',
  'dashboardMetricsPeriod',
] as const

const changedSettings = (before: AccountSettings, changes: Changes): AccountSettings => {
  const given = SETTINGS.filter((part) => changes[part] !== undefined && changes[part] !== '')
  return { ...before, ...Object.fromEntries(given.map((part) => [part, changes[part]])) }
}

const change = async ({ ports }: Desk, tx: Tx, asking: Asking, changes: Changes) => {
  const before = await accountToChange(tx, asking.accountId)
  if (!before) throw notFound()
  await saveAccount(tx, {
    ...before,
    ...changedColumns(before, changes),
    settings: changedSettings(before.settings, changes),
    flags: { ...before.flags, ...changes.flags },
    onboarding: { ...before.onboarding, ...changes.onboarding },
  })
  if (changes.teamMemberName && asking.memberId) {
    await ports.access.renameMember(tx, asking.memberId, changes.teamMemberName)
  }
}

/** Changes an account: empty and unchanged texts are left alone, flags and settings are merged. */
export const updateAccount = (desk: Desk, asking: Asking, changes: Changes): Promise<AccountReply> => {
  mustBeAllowed(asking, changes)
  return desk.house.db.system(async (tx) => {
    await change(desk, tx, asking, changes)
    return accountReply(desk, tx, asking)
  })
}

/** Writes down that the registration is finished; the first time counts. */
export const finishRegistration = ({ house }: Desk, accountId: number): Promise<void> =>
  house.db.system(async (tx) => {
    const before = await accountToChange(tx, accountId)
    if (!before) throw notFound()
    const registrationFinishedAt = before.settings.registrationFinishedAt ?? house.clock.now().toISOString()
    await saveAccount(tx, { ...before, settings: { ...before.settings, registrationFinishedAt } })
  })
