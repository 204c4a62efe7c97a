import type { MailFigures } from '../contract/index.ts'
import type { World } from './openWorld.ts'
import type { SendingAccount } from './sendingAccount.ts'

/** A mail as the ledger has it, as far as tests look. */
export type SendRow = {
  account_id: number
  reason_at: Date
  id: number
  person_id: number
  email_id: number
  state: string
  why: string | null
  reply: string | null
  lane: number
  provider: number
  attempts: number
  message_id: string
  due_at: Date
  accepted_at: Date | null
  opened_at: Date | null
  clicked_at: Date | null
}

type OfAccount = { accountId: number }

/** An account's mails, in the order in which they were planned. */
export const sendsOf = ({ house }: World, { accountId }: OfAccount): Promise<SendRow[]> =>
  house.db.system((tx) =>
    tx.rows<SendRow>('select * from sends where account_id = $1 order by account_id, id', [accountId]),
  )

/** How an account's mails stand, in the order in which they were planned. */
export const statesOf = async (world: World, account: OfAccount): Promise<string[]> =>
  (await sendsOf(world, account)).map(({ state }) => state)

/** By what the parts of delivery know a mail. */
export const keyOfRow = ({ account_id, reason_at, id }: SendRow) => ({
  accountId: account_id,
  reasonAt: reason_at,
  id,
})

/** What is told to have happened to people of an account, oldest first. */
export const eventsOf = (
  { house }: World,
  { accountId }: OfAccount,
): Promise<{ name: string; props: Record<string, unknown> }[]> =>
  house.db.system((tx) =>
    tx.rows(
      `select n.name, e.props from events e join event_names n on n.account_id = $1 and n.id = e.name_id
       where e.account_id = $1 order by e.account_id, e.id`,
      [accountId],
    ),
  )

/** The addresses to which an account writes no more, and why. */
export const suppressedOf = (
  { house }: World,
  { accountId }: OfAccount,
): Promise<{ address: string; reason: string }[]> =>
  house.db.system((tx) =>
    tx.rows('select address, reason from suppressions where account_id = $1 order by account_id, address, reason', [
      accountId,
    ]),
  )

/** The figures of an account's email. */
export const countsOf = async (
  { house, delivery }: World,
  { accountId, emailId }: Pick<SendingAccount, 'accountId' | 'emailId'>,
): Promise<MailFigures> => {
  const counts = await house.db.account(accountId, (tx) =>
    delivery.emailCounts(tx, accountId, { by: 'email', ids: [emailId] }),
  )
  const own = counts.get(emailId)
  if (!own) throw new Error(`Nothing is counted of the email ${emailId}.`)
  return own
}
