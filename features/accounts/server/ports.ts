import type { Access } from '@millrace/access/server'
import type { House, Tx } from '@millrace/kit/server'
import type { AccountMailFigures } from '../contract/index.ts'

/** What accounts needs from elsewhere; app/ plugs it in. */
export type AccountsPorts = {
  access: Access
  /** Called in the transaction that opens an account, so that every feature finds what it starts with. */
  accountOpened?(tx: Tx, accountId: number): Promise<void>
  /** What accounts sent since the beginning of a day in UTC: all that sent anything, or some of them. Without it nobody is known to send. */
  mailOfAccounts?(
    tx: Tx,
    since: Date,
    accountIds?: readonly number[],
  ): Promise<(AccountMailFigures & { accountId: number })[]>
  /** The account's person fields, as its reply carries them. */
  personFields?(tx: Tx, accountId: number): Promise<Record<string, unknown>[]>
}

/** What the verbs of accounts stand on. */
export type Desk = { house: House; ports: AccountsPorts }
