import type { Taken } from './readParts.ts'

/** What somebody says who wants no more of it. */
export type Complaint = { kind: 'complained' | 'unsubscribed'; detail: string }

const fieldOf = (text: string, name: string) =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim().toLowerCase() ?? ''

const KINDS: Record<string, Complaint['kind'] | undefined> = {
  abuse: 'complained',
  fraud: 'complained',
  virus: 'complained',
  miscategorized: 'complained',
  other: 'complained',
  'opt-out': 'unsubscribed',
  'opt-out-list': 'unsubscribed',
}

/** Reads a complaint (RFC 5965, and as Hotmail writes it); undefined where it is none, or says that all is well. */
export const readComplaint = ({ of, type, parts }: Taken): Complaint | undefined => {
  const report = parts.find((part) => part.type === 'message/feedback-report')
  if (report) {
    const feedback = fieldOf(report.text, 'feedback-type')
    const kind = KINDS[feedback]
    return (
      kind && {
        kind,
        detail: kind === 'complained' ? `Reported to their mailbox (${feedback})` : 'Opted out at their mailbox',
      }
    )
  }
  const isOfHotmail =
    type === 'multipart/mixed' &&
    /@hotmail\.com/i.test(of('from')) &&
    /complaint about message/i.test(of('subject')) &&
    parts.some((part) => part.type === 'message/rfc822')
  return isOfHotmail ? { kind: 'complained', detail: 'Reported to their mailbox (abuse)' } : undefined
}
