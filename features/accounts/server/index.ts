import type { FeatureServer, House, Tx } from '@millrace/kit/server'
import { accountsContract } from '../contract/index.ts'
import { accountReply } from './accountReply.ts'
import { type AccountRow, accountById } from './accounts.ts'
import type { AccountsPorts, Desk } from './ports.ts'
import { accountIssues } from './verbs/accountIssues.ts'
import { mayUse, pauseMail, setTransactionalMail } from './verbs/accountMail.ts'
import { administeredAccount, listAllAccounts } from './verbs/administered.ts'
import { createSubAccount } from './verbs/createSubAccount.ts'
import { type Opening, openAccount, register } from './verbs/register.ts'
import { finishRegistration, updateAccount } from './verbs/updateAccount.ts'

export type { AccountRow, AccountSettings } from './accounts.ts'
export { approveAccount, recordAdminAct } from './adminActs.ts'
export type { AccountsPorts, Opening }

/** What accounts offers to the features above it. */
export type Accounts = FeatureServer<typeof accountsContract> & {
  /** Opens an account with its owner, as a registration does; undefined where the owner's address is taken. */
  openAccount(tx: Tx, opening: Opening): Promise<{ accountId: number; memberId: number } | undefined>
  /** One account's row. */
  accountById(tx: Tx, accountId: number): Promise<AccountRow | undefined>
  /** Whether an account may use something that administrators can turn off for it. */
  mayUse(tx: Tx, accountId: number, what: 'transactionalEmails'): Promise<boolean>
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
      listAllAccounts: ({ query }) => listAllAccounts(desk, query),
      administeredAccount: ({ params }) => administeredAccount(desk, params.id),
      pauseMail: ({ params, body }, admin) => pauseMail(desk, admin, params.id, true, body?.reason),
      resumeMail: async ({ params, query }, admin) =>
        void (await pauseMail(desk, admin, params.id, false, query.reason)),
      allowTransactionalMail: ({ params }, admin) => setTransactionalMail(desk, admin, params.id, true),
      refuseTransactionalMail: async ({ params }, admin) =>
        void (await setTransactionalMail(desk, admin, params.id, false)),
      createSubAccount: ({ body }, context) => createSubAccount(desk, context, body),
    },
    openAccount: (tx, opening) => openAccount(desk, tx, opening),
    accountById,
    mayUse,
  }
}
