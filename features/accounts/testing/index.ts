import { openDoor } from '@millrace/access/testing'
import type { House } from '@millrace/kit/server'
import { type AccountsPorts, openAccounts } from '../server/index.ts'

/** A door (see access) with the calls of accounts behind it. */
export const openAccountsDoor = async (house: House, ports: Omit<AccountsPorts, 'access'> = {}) => {
  const opened: { accounts?: ReturnType<typeof openAccounts> } = {}
  const door = await openDoor(house, (access) => {
    opened.accounts = openAccounts(house, { ...ports, access })
    return [opened.accounts]
  })
  return { ...door, accounts: opened.accounts! }
}
