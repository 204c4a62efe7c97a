import type { Outcome, WireMail } from '../smtp/outcome.ts'
import type { Pace } from './pace.ts'

/** What kind of provider takes mail: the built-in mailbox, a relay, Amazon SES or SendGrid. */
export type ProviderKind = 'mailbox' | 'smtp' | 'ses' | 'sendgrid'

/** What the ledger says of who was given a mail; 0 where it was given to nobody yet. */
export const PROVIDER_NUMBERS: Readonly<Record<ProviderKind, number>> = { mailbox: 1, smtp: 2, ses: 3, sendgrid: 4 }

/** A mail on its way out. Its Message-ID is also what a provider's reports name it by. */
export type ProviderMail = WireMail & { messageId: string }

/** Who takes mail from us. */
export type Provider = {
  kind: ProviderKind
  name: string
  /** True where taking a mail is delivering it: the built-in mailbox. */
  isMailbox: boolean
  /** Names of header fields, in small letters, that it puts its own in place of; a signature must not cover them. */
  rewrites: readonly string[]
  /** How many DKIM-Signature fields it takes. */
  mostSignatures: number
  send(mail: ProviderMail): Promise<Outcome>
  /** What it takes in a second, where it says so, and how that is learnt. */
  pace?: Pace
  learn?(): Promise<void>
  /** Until when nothing is to be sent, because the provider could not be reached, asked for a pause or takes no more for now. */
  pausedUntil(now: Date): Date | undefined
  close(): void
}

/** True where a row was given to the built-in mailbox; a row from before that was written down, where all mail goes there. */
export const isMailboxRow = ({ provider }: { provider: number }, isMailbox: boolean): boolean =>
  provider ? provider === PROVIDER_NUMBERS.mailbox : isMailbox

/** What names a mail in a provider's reports: its Message-ID without the domain, in signs that any provider takes. */
export const tagOf = (messageId: string): string => messageId.slice(1, messageId.lastIndexOf('@')).replaceAll('.', '-')

/** A Message-ID, of no domain, that a tag was made from. */
export const messageIdOfTag = (tag: string): string =>
  `<${tag.replace(/^([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)-/, '$1.$2.$3.')}@tag>`
