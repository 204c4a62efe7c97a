import type { EmailPorts } from '@millrace/emails/server'
import type { MachineEvents } from '@millrace/events/server'
import type { Tx } from '@millrace/kit/server'
import type { QueueExport } from '@millrace/people/server'
import type { Subscriber } from '@millrace/preferences/server'

/** Something that a reader or the post did, as the events feature records it. */
export type EmailEvent = {
  personId: number
  name: string
  kind: 'email'
  at: Date
  props: Record<string, unknown>
}

/** What delivery asks of lower features; the app plugs them in. */
export type DeliveryPorts = {
  recordEvents(tx: Tx, accountId: number, items: readonly EmailEvent[]): Promise<unknown>
  /** Marks events of a mail as a machine's that were told as its reader's. */
  markMachines(tx: Tx, accountId: number, events: MachineEvents): Promise<unknown>
  /**
   * How many mails an account may send in a month of UTC (null: as many as it likes), and when it may send again once these
   * are gone. Without the port every account may send what the installation says (`MONTHLY_MAILS`).
   */
  quotaOf?(tx: Tx, accountId: number): Promise<{ mails: number | null; until: Date }>
  /** Whether the account's plan covers something; without the port it does. */
  mayUse?(tx: Tx, accountId: number, what: 'transactionalEmails'): Promise<boolean>
  /** Unsubscribes whom an unsubscribe address names. */
  unsubscribe(tx: Tx, subscriber: Subscriber, reason: string): Promise<unknown>
  queueExport: QueueExport
  /** Fetches what Amazon SNS names: its certificates, and the address by which it is answered. Over the open internet unless told. */
  fetchText?(url: string): Promise<string>
  /** SQL that says whether a person reached a goal, for mail whose parts ask for it. */
  goalSql?: EmailPorts['goalSql']
}
