import { accountsContract } from '@millrace/accounts/contract'
import type { Result } from '@millrace/kit/contract'
import { ApiError, askFor } from '@millrace/kit/web'

/** The account that is open, as its member sees it. */
export type OpenAccount = Result<typeof accountsContract.accountInfo>

/** The account of whoever is signed in; undefined where nobody is. Other failures are thrown. */
export const openAccount = async (): Promise<OpenAccount | undefined> => {
  try {
    return await askFor(accountsContract.accountInfo)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
}
