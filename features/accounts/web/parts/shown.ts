import { accountCalls } from '../../contract/index.ts'

/** Calls whose answers show the account. */
export const SHOWN = [accountCalls.accountInfo, accountCalls.account]
