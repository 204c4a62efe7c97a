import type { SendKey } from '../ledger/row.ts'

/** Something that came back about a mail that had left: by mail, or from a provider's call. */
export type MailReport = {
  /** The mail that it is about. Reports about another account's mail are not heard. */
  send?: SendKey
  /** The address that it is about; only where the mail is not known, or the mail itself does not say it any more. */
  address?: string
  kind: 'delivered' | 'deferred' | 'bounced' | 'complained' | 'replied' | 'unsubscribed'
  /**
   * Of a bounce. True: the address is not there. False: it could not be reached now. Without it the bounce says nothing about
   * the address (the mail was refused as spam, or was too large).
   */
  isHard?: boolean
  /** Of a reply: a machine wrote it. It is told, and not counted. */
  isMachine?: boolean
  at: Date
  /** What the other server said. */
  detail: string
  /** Names the report: with the same key it is taken once only. */
  key: string
}
