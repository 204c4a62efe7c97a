import type { FeatureServer, House, Tx } from '@millrace/kit/server'
import { accountsContract } from '../contract/index.ts'
import { accountReply } from './accountReply.ts'
import { type AccountRow, accountById } from './accounts.ts'
import type { AccountsPorts, Desk } from './ports.ts'
import { accountIssues } from './verbs/accountIssues.ts'
import { createSubAccount } from './verbs/createSubAccount.ts'
import { type Opening, openAccount, register } from './verbs/register.ts'
import { finishRegistration, updateAccount } from './verbs/updateAccount.ts'

export type { AccountRow, AccountSettings } from './accounts.ts'
export type { AccountsPorts, Opening }

/** What accounts offers to the features above it. */
export type Accounts = FeatureServer<typeof accountsContract> & {
  /** Opens an account with its owner, as a registration does; undefined where the owner's address is taken. */
  openAccount(tx: Tx, opening: Opening): Promise<{ accountId: number; memberId: number } | undefined>
  /** One account's row. */
  accountById(tx: Tx, accountId: number): Promise<AccountRow | undefined>
}

/** Opens the feature. */
export const openAccounts = (house: House, ports: AccountsPorts): Accounts => {
  const desk: Desk = { house, ports }
  return {
    contract: accountsContract,
    handlers: {
      register: ({ body }, context) => register(desk, body ?? {}, context),
      accountInfo: (_input, context) => house.db.system((tx) => accountReply(desk, tx, context)),
      account: (_input, context) => house.db.system((tx) => accountReply(desk, tx, context)),
      updateAccount: ({ body }, context) => updateAccount(desk, context, body),
      finishRegistration: (_input, { accountId }) => finishRegistration(desk, accountId),
      accountIssues: (_input, { accountId }) => accountIssues(desk, accountId),
      createSubAccount: ({ body }, context) => createSubAccount(desk, context, body),
    },
    openAccount: (tx, opening) => openAccount(desk, tx, opening),
    accountById,
  }
}
