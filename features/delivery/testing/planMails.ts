import type { PlannedSend } from '../server/index.ts'
import type { World } from './openWorld.ts'
import type { SendingAccount } from './sendingAccount.ts'

/**
 * Plans the account's email for each of its people, or for those who are named: a flow's mail, due now, unless `own` says
 * otherwise. Answers how many were new: mail for the same reason is planned once.
 */
export const planMails = (
  { house, delivery }: World,
  { accountId, emailId, personIds }: SendingAccount,
  own: Partial<PlannedSend> = {},
  people: readonly number[] = personIds,
): Promise<number> => {
  const now = house.clock.now()
  const plain = { emailId, reasonKind: 'flow', reasonKey: 'visit', reasonAt: now, dueAt: now } as const
  return house.db.account(accountId, (tx) =>
    delivery.planSends(
      tx,
      accountId,
      people.map((personId) => ({ ...plain, personId, ...own })),
    ),
  )
}

/** Plans as `planMails` does, and sends all that is due. */
export const sendMails = async (...planned: Parameters<typeof planMails>): Promise<void> => {
  await planMails(...planned)
  await planned[0].sendAll()
}
