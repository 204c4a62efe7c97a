import type { Tx } from '@millrace/kit/server'
import type { GoalSql } from '@millrace/segments/server'
import type { EmailStats, EmailUse } from '../contract/email.ts'
import type { RenderedMail } from './template/template.ts'

/** A test mail, filled and ready. */
export type TestMail = {
  accountId: number
  memberId: number
  /** The email that it is a test of, where it was saved before. */
  emailId: number | undefined
  to: string
  fromEmail: string
  replyEmail: string
  mail: RenderedMail
}

/** What emails ask of higher features; the app plugs them in. */
export type EmailPorts = {
  /** Sends a test mail; refuses where its address may not be sent from. */
  sendTest(tx: Tx, test: TestMail): Promise<void>
  /** Addresses of the account with whether they may be sent from. */
  senders(tx: Tx, accountId: number): Promise<{ email: string; isVerified: boolean }[]>
  /** Sends a mail of the installation itself in the caller's transaction. Without it nobody is told of a refusal. */
  sendSystemMail?(
    tx: Tx,
    mail: { accountId: number; to: string; subject: string; text: string; html: string },
  ): Promise<void>
  /** Figures by email since it was made. */
  stats(tx: Tx, accountId: number, emailIds: readonly number[]): Promise<Map<number, EmailStats>>
  /** Flows by the email that they use. */
  usedIn(tx: Tx, accountId: number, emailIds: readonly number[]): Promise<Map<number, EmailUse[]>>
  /** SQL that says whether a person reached a goal; without it, parts that ask for goals cannot be shown. */
  goalSql?: GoalSql
}
