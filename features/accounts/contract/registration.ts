/** The steps of a registration, in order. */
export const REGISTRATION_STEPS = ['email', 'name', 'company', 'goals', 'password'] as const

/** One step of a registration. */
export type RegistrationStep = (typeof REGISTRATION_STEPS)[number]

/** Where a registration leads unless `after-register` says otherwise. */
export const AFTER_REGISTER = '/dashboard?register=1'

/** Accounts from before this moment are asked nothing. */
const CUTOFF = Date.parse('2023-08-30T10:00:00Z')

type Known = {
  email: string
  createdAt: string
  teamMemberName: string
  flags: { providedSiteAndName?: boolean | undefined; hasSetInitialPassword?: boolean | undefined }
}

/** The next step for what is known so far; `done` where everything that is needed is there. */
export const pickStep = (account: Known | undefined): RegistrationStep | 'done' => {
  if (!account?.email) return 'email'
  if (Date.parse(account.createdAt) < CUTOFF) return 'done'
  if (!account.flags.providedSiteAndName) return account.teamMemberName ? 'company' : 'name'
  // Nobody may end up with an account that he cannot enter again.
  return account.flags.hasSetInitialPassword ? 'done' : 'password'
}
