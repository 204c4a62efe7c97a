import { randomBytes } from 'node:crypto'
import { openLane } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'

const DAY = 86_400_000
const TRIAL_DAYS = 14

/** What an account keeps besides its own columns. */
export type AccountSettings = {
  goals?: string
  previousTool?: string
  emailFonts?: string[]
  linkUTMs?: Record<string, string>
  currency?: string
  autoSaveEmails?: boolean
  peopleTableFields?: { name: string; enabled: boolean; width?: number }[]
  dashboardMetricsPeriod?: string
  companyInfo?: { summary?: string }
  hasCompanyObjectsFeature?: boolean
  activeServices?: string[]
  source?: string
  referredBy?: string
  registrationFinishedAt?: string
  /** An administrator's word: all its mail counts as marketing. */
  isTransactionalEmailOff?: boolean
}

/** An account as the table holds it. */
export type AccountRow = {
  id: number
  mainAccountId: number | null
  name: string
  site: string
  industry: string
  logo: string | null
  email: string
  phone: string
  timezone: string
  mailingAddress: string
  status: 'trial' | 'active' | 'trialExpired' | 'canceled'
  isBlocked: boolean
  isApproved: boolean
  mailPausedAt: Date | null
  isTest: boolean
  version: number
  writeKey: string
  referralCode: string
  flags: Record<string, boolean>
  settings: AccountSettings
  onboarding: Record<string, boolean>
  trialEndsAt: Date | null
  createdAt: Date
}

const COLUMNS = `a.id, a.main_account_id as "mainAccountId", a.name, a.site, a.industry, a.logo, a.email, a.phone, a.timezone,
  a.mailing_address as "mailingAddress", a.status, a.is_blocked as "isBlocked", a.is_approved as "isApproved",
  a.mail_paused_at as "mailPausedAt", a.is_test as "isTest", a.version, a.write_key as "writeKey", a.referral_code as "referralCode", a.flags, a.settings,
  a.onboarding, a.trial_ends_at as "trialEndsAt", a.created_at as "createdAt"`

/** One account. */
export const accountById = (tx: Tx, id: number): Promise<AccountRow | undefined> =>
  // By id.
  tx.one<AccountRow>(`select ${COLUMNS} from accounts a where a.id = $1`, [id], 'accounts-by-id')

/** One account, held until the transaction ends so that two changes do not overwrite each other. */
export const accountToChange = (tx: Tx, id: number): Promise<AccountRow | undefined> =>
  // Locked: settings are read, merged and written.
  tx.one<AccountRow>(`select ${COLUMNS} from accounts a where a.id = $1 for update`, [id])

/** What an account starts with. */
export type NewAccount = {
  email: string
  name?: string
  site?: string
  industry?: string
  timezone?: string
  mainAccountId?: number
  status?: AccountRow['status']
  trialEndsAt?: Date | null
  isTest?: boolean
  /** Whether its emails are sent without a look at them; they are. */
  isApproved?: boolean
  writeKey?: string
  flags?: Record<string, boolean>
  settings?: AccountSettings
}

const secret = (bytes: number) => randomBytes(bytes).toString('base64url')

// Without look-alikes, since people read it out.
const REFERRAL_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

const referralCode = () => [...randomBytes(10)].map((byte) => REFERRAL_SIGNS[byte % REFERRAL_SIGNS.length]).join('')

/** Adds the row of an account, on trial for 14 days, with its lane for changes. */
export const addAccount = async (tx: Tx, wanted: NewAccount, now: Date): Promise<number> => {
  const { email, name = '', site = '', industry = '', timezone = 'UTC', mainAccountId = null } = wanted
  const { status = 'trial', isTest = false, flags = {}, settings = {} } = wanted
  const trialEndsAt = wanted.trialEndsAt === undefined ? new Date(now.getTime() + TRIAL_DAYS * DAY) : wanted.trialEndsAt
  // The write key and the referral code are its own.
  const row = await tx.one<{ id: number }>(
    `insert into accounts (email, name, site, industry, timezone, main_account_id, status, is_test, flags, settings,
                           write_key, referral_code, trial_ends_at, created_at, is_approved)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
    [
      email,
      name,
      site,
      industry,
      timezone,
      mainAccountId,
      status,
      isTest,
      JSON.stringify(flags),
      JSON.stringify(settings),
      wanted.writeKey ?? `mrw_${secret(24)}`,
      referralCode(),
      trialEndsAt,
      now,
      wanted.isApproved ?? true,
    ],
  )
  await openLane(tx, row!.id)
  return row!.id
}

/** Writes what a change leaves of an account's columns and settings. */
export const saveAccount = async (tx: Tx, { id, ...row }: AccountRow): Promise<void> => {
  // The row is locked by whoever changes it.
  await tx.run(
    `update accounts set name = $2, site = $3, industry = $4, phone = $5, timezone = $6, mailing_address = $7,
            flags = $8, settings = $9, onboarding = $10 where id = $1`,
    [
      id,
      row.name,
      row.site,
      row.industry,
      row.phone,
      row.timezone,
      row.mailingAddress,
      JSON.stringify(row.flags),
      JSON.stringify(row.settings),
      JSON.stringify(row.onboarding),
    ],
  )
}
