import type { accountsContract } from '@millrace/accounts/contract'
import type { Result } from '@millrace/kit/contract'

type Issue = Result<typeof accountsContract.accountIssues>['issues'][number]

const EMAILS_SENT = 'emails-sent'

const WARM_UP = {
  title: 'Email Sending Warm Up',
  text: [
    'Your first email is reviewed manually before it leaves. This keeps the inboxes of everybody who sends from here open, and is done once.',
    'Go on as usual: what is due waits for the review and leaves right after it.',
  ],
}

/** What is said while sending is paused. */
export const PAUSED = {
  title: 'Email Sending Paused',
  text: [
    'We noticed unusual activity in your account and paused the sending of its emails until a manual review is done.',
    'Nothing is lost: what is due waits, and leaves when sending goes on. Contact us if you think that this is a mistake.',
  ],
}

/** What to say where something keeps the account's mail back; undefined where nothing does. */
export const sendingWords = (issues: readonly Issue[]): typeof PAUSED | undefined => {
  const errors = issues.filter(({ priority }) => priority === 'error')
  if (errors.length === 0) return undefined
  return errors.length === 1 && errors[0]?.name === EMAILS_SENT ? WARM_UP : PAUSED
}

/** Calls that send, or start what sends; named here because their contracts are not loaded with every page. */
export const SENDING = {
  sendBroadcast: 'POST /v1/broadcasts/{id}/send',
  resumeBroadcast: 'POST /v1/broadcasts/{id}/resume',
  sendTestEmail: 'POST /v1/emails/test',
  updateFlow: 'PATCH /v1/integrations/{id}',
} as const

/** Whether a change was an attempt to send. Tests leave at once unless sending is paused. */
export const triesToSend = (key: readonly unknown[] | undefined, input: unknown, isPaused: boolean): boolean => {
  const call = key?.join(' ') ?? ''
  if (call === SENDING.updateFlow) return (input as { body?: { status?: string } })?.body?.status === 'on'
  if (call === SENDING.sendTestEmail) return isPaused
  return Object.values<string>(SENDING).includes(call)
}
