import { type OutgoingAnswer, OutgoingError } from '@millrace/kit/server'
import type { Outcome } from '../../smtp/outcome.ts'

/** What SES says of a request that it did not carry out. */
type Complaint = { name: string; message: string }

const complaintOf = ({ headers, body }: OutgoingAnswer): Complaint => {
  let told: { message?: unknown; Message?: unknown; __type?: unknown } = {}
  try {
    told = JSON.parse(body) ?? {}
  } catch {
    // Gateways answer in pages.
  }
  const name = String(headers['x-amzn-errortype'] ?? told.__type ?? '')
  return { name: name.replace(/:.*$/, '').replace(/^.*#/, ''), message: String(told.message ?? told.Message ?? '') }
}

const messageIdOf = (body: string): string => {
  try {
    return String((JSON.parse(body) as { MessageId?: unknown }).MessageId ?? '')
  } catch {
    return ''
  }
}

/** The account, its keys or its settings are at fault: no mail would go, and none is to blame. */
const OF_THE_ACCOUNT =
  /^(AccountSuspended|SendingPaused|NotFound|AccessDenied|UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|ExpiredToken|IncompleteSignature|MissingAuthenticationToken|OptInRequired|RequestExpired|NotAuthorized)/

const TOO_MUCH = /^(TooManyRequests|LimitExceeded|Throttl)/

const refused = (code: number, text: string): Outcome => ({ kind: 'refused', stage: 'message', reply: { code, text } })

/** What an answer of SES makes of a mail, in the words of SMTP. */
export const sesOutcome = (answer: OutgoingAnswer): Outcome => {
  const { status, body } = answer
  if (status >= 200 && status < 300) {
    return { kind: 'accepted', reply: { code: 250, text: `Ok ${messageIdOf(body)}`.trim() } }
  }
  const { name, message } = complaintOf(answer)
  const text = `${name || `HTTP ${status}`} ${message}`.trim()
  // Whoever stands between does not know what became of it behind.
  if (status === 502 || status === 504) return { kind: 'uncertain', error: `SES answered ${text}` }
  if (status === 429 || status >= 500 || TOO_MUCH.test(name)) return refused(421, text)
  if (status < 400 || status === 401 || status === 403 || status === 404 || OF_THE_ACCOUNT.test(name)) {
    return { kind: 'notSent', error: `SES: ${text}`, isUnreachable: true }
  }
  // Whoever writes is not verified there, which is mended without changing the mail.
  if (/^MailFromDomainNotVerified/.test(name) || /not verified/i.test(message)) return refused(450, text)
  return refused(554, text)
}

/** What a request without an answer makes of a mail. */
export const sesSilence = (error: unknown): Outcome => {
  const { message } = error as Error
  if (!(error instanceof OutgoingError)) return { kind: 'notSent', error: message, isUnreachable: false }
  if (error.isWritten) return { kind: 'uncertain', error: message }
  return { kind: 'notSent', error: message, isUnreachable: true }
}
