import type { TextLimits } from '../liquid/limitedLiquid.ts'
import type { Shows } from '../rendering/showWhen.ts'
import type { MailObjects } from './mailObjects.ts'

/** A link of a mail. A dynamic one holds Liquid, so each reader may get another address. */
export type TemplateLink = { index: number; url: string; isDynamic: boolean }

/** A text for one mail: what its email's every mail has, and what stands between. */
export type Filled = {
  /** One more than there are values; the same array for all mails of a version, so that what is made of it can be kept. */
  pieces: readonly string[]
  values: readonly string[]
}

/** A compiled text. */
export type Splice = {
  /** What it was made of. */
  source: string
  pieces: readonly string[]
  fill(scope: MailScope): Filled
  render(scope: MailScope): string
}

/** A version of an email made ready: a recipient costs a splice. */
export type Template = {
  accountId: number
  emailId: number
  version: number
  name: string
  isTransactional: boolean
  categoryId: number | null
  archivedAt: Date | null
  /** `text`: without HTML. */
  type: 'HTML' | 'text'
  /** Whether its words may be sent: what a check, or somebody who looked, said. */
  compliance: 'approved' | 'pending' | 'rejected' | 'manually_approved'
  /** As it is written; `renderFor` fills its Liquid. */
  fromName: string
  fromEmail: string
  replyEmail: string
  cc: string
  bcc: string
  links: readonly TemplateLink[]
  /** Conditions of its parts that the database answers; null where there are none. */
  shows: Shows | null
  /** True where the HTML offers its reader a way to unsubscribe. */
  hasUnsubscribe: boolean
  /** The kinds of objects that its Liquid asks for. */
  objectKinds: readonly string[]
  parts: {
    subject: Splice
    preheader: Splice
    fromName: Splice
    replyName: Splice
    html: Splice
    text: Splice
  }
}

/** The reader of a mail: what Liquid sees as `person`. Fields by name, first-class ones included. */
export type MailPerson = {
  id: number
  email: string
  userId?: string | null
  fields: Record<string, unknown>
  tags?: string[]
  timezone?: string | null
  createdAt?: Date | string | null
  /** What Liquid sees as `object`, by kind: read where a mail asks for it. */
  objects?: MailObjects | undefined
}

/** The sending account: what Liquid sees as `account`. */
export type MailAccount = { name: string; site: string; mailingAddress: string; timezone: string }

/** What a mail is filled with. */
export type MailData = {
  person: MailPerson
  account: MailAccount
  event?: Record<string, unknown> | undefined
  /** Which conditions that the database answers the person meets, by name. */
  shows?: ReadonlySet<string> | undefined
}

/** Addresses that differ for each mail. `link` gets the link's index and its finished address, and answers the tracked one. */
export type MailSlots = {
  link?: ((index: number, url: string) => string) | undefined
  pixelUrl?: string | undefined
  /** A link around the pixel, which no reader sees: whoever follows it is a machine. */
  trapUrl?: string | undefined
  unsubscribeUrl: string
  preferencesUrl?: string
  viewInBrowserUrl?: string
}

/** A mail as its reader gets it. */
export type RenderedMail = {
  subject: string
  preheader: string
  fromName: string
  replyName: string
  html: string
  text: string
}

/** A mail as its reader gets it, its texts not yet put together. */
export type FilledMail = Omit<RenderedMail, 'html' | 'text'> & { html: Filled; text: Filled }

/** What splices read: the data, the slots, and Liquid's scope, which is made only where something complex asks. */
export type MailScope = {
  /** What the next text may take at the most, where that is less than is its right: then it is tried once. */
  limits?: (() => TextLimits) | undefined
  data: MailData
  slots: MailSlots
  links: readonly TemplateLink[]
  liquid(): Record<string, unknown>
}
