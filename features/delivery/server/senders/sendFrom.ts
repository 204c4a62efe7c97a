import type { House, Tx } from '@millrace/kit/server'
import { planContent } from '../ledger/planContent.ts'
import { isSendable } from './verifiedSenders.ts'

/** A mail that goes to one person by itself, because they asked for something: to confirm a subscription, say. */
export type OwnMail = {
  accountId: number
  personId: number
  to: string
  from?: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Sends such a mail: from the account's address where it may write from it, else from the installation's. */
export const sendFrom = async (house: House, tx: Tx, mail: OwnMail): Promise<void> => {
  const { accountId, personId, to, from, subject, text, html } = mail
  const own = from && (await isSendable(tx, accountId, from.address)) ? { from } : {}
  await planContent(house, tx, accountId, [{ kind: 'system', to, personId, content: { subject, text, html, ...own } }])
}
