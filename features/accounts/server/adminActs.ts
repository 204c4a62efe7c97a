import { notFound, type Tx } from '@millrace/kit/server'

/** What an administrator did to an account. */
export type AdminAct = { accountId: number; memberId: number; act: string; data?: Record<string, unknown>; at: Date }

/** Writes down what an administrator did, in the transaction that does it. */
export const recordAdminAct = async (tx: Tx, { accountId, memberId, act, data = {}, at }: AdminAct): Promise<void> => {
  // Kept for as long as the account.
  await tx.run('insert into admin_acts (account_id, at, member_id, act, data) values ($1, $2, $3, $4, $5)', [
    accountId,
    at,
    memberId,
    act,
    JSON.stringify(data),
  ])
}

/** Trusts an account's emails from now on: none waits for a look any more. */
export const approveAccount = async (tx: Tx, accountId: number): Promise<void> => {
  // Whether its emails are looked at.
  const found = await tx.run('update accounts set is_approved = true where id = $1', [accountId])
  if (!found) throw notFound('There is no such account.')
}
