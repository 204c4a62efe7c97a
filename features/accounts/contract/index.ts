import { adminCalls } from './adminCalls.ts'
import { accountCalls } from './calls.ts'

export * from './account.ts'
export * from './adminCalls.ts'
export * from './calls.ts'
export * from './emailFonts.ts'
export * from './linkUtms.ts'
export * from './registration.ts'

/** Every call about what an account is. */
export const accountsContract = { ...accountCalls, ...adminCalls }
