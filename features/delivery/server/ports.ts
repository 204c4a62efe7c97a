import type { Tx } from '@millrace/kit/server'

/** An email as it is sent: a compiled version. */
export type MailTemplate = {
  emailId: number
  version: number
  fromName: string
  fromEmail: string
  replyEmail: string
  replyName?: string
  isTransactional: boolean
  categoryId: number | null
}

/** A mail's content for one person. */
export type RenderedMail = { subject: string; html: string; text: string }

/** Something that a reader or the post did, as the events feature records it. */
export type EmailEvent = {
  personId: number
  name: string
  kind: 'email'
  at: Date
  props: Record<string, unknown>
  key?: string
}

/** What delivery asks of lower features; the app plugs them in. */
export type DeliveryPorts<Template extends MailTemplate = MailTemplate> = {
  /** The version of an email that is to be sent, or undefined where there is none. */
  templateOf(tx: Tx, accountId: number, emailId: number): Promise<Template | undefined>
  /** The content for one person; throws where the Liquid cannot be run. */
  render(template: Template, data: Record<string, unknown>): RenderedMail | Promise<RenderedMail>
  recordEvents(tx: Tx, accountId: number, items: readonly EmailEvent[]): Promise<unknown>
}
