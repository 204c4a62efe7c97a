import { notFound } from '@millrace/kit/server'
import { accountById } from '../accounts.ts'
import type { Desk } from '../ports.ts'

/** The name of the issue that keeps mail from leaving. */
const EMAILS_SENT = 'emails-sent'

/** What keeps an account from working as it should: first mails wait for a look, a blocked account and a paused one send nothing. */
export const accountIssues = async ({ house }: Desk, accountId: number) => {
  const account = await house.db.system((tx) => accountById(tx, accountId))
  if (!account) throw notFound()
  return {
    issues: [
      ...(account.isApproved ? [] : [{ name: EMAILS_SENT, priority: 'error' as const }]),
      ...(account.isBlocked ? [{ name: 'account-blocked', priority: 'error' as const }] : []),
      ...(account.mailPausedAt ? [{ name: 'mail-paused', priority: 'error' as const }] : []),
    ],
  }
}
