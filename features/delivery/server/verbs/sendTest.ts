import type { RenderedMail } from '@millrace/emails/server'
import { type House, refused, type Tx } from '@millrace/kit/server'
import { planContent } from '../ledger/planContent.ts'
import { isSendable, notVerified } from '../senders/verifiedSenders.ts'

/** A test mail, filled and ready. */
export type TestMail = {
  accountId: number
  /** The email that it is a test of, where it was saved before. */
  emailId: number | undefined
  to: string
  fromEmail: string
  replyEmail: string
  mail: RenderedMail
}

/** Sends a test mail in the caller's transaction. */
export const sendTest = async (house: House, tx: Tx, test: TestMail): Promise<void> => {
  const { accountId, emailId, to, fromEmail, replyEmail, mail } = test
  if (!(await isSendable(tx, accountId, fromEmail))) throw refused(notVerified(fromEmail))
  const { subject, html, text, fromName, replyName } = mail
  const content = {
    subject,
    html,
    text,
    from: { name: fromName, address: fromEmail },
    ...(replyEmail && { replyTo: { name: replyName, address: replyEmail } }),
  }
  await planContent(house, tx, accountId, [{ kind: 'test', to, content, emailId, isTransactional: true }])
}
