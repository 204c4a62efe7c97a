import type { House, Tx } from '@millrace/kit/server'
import type { PeopleDoor } from '@millrace/people/server'
import type { Subscriber } from './token.ts'

/** What preferences asks of other features; the app plugs it in. */
export type PreferencesPorts = {
  people: Pick<PeopleDoor, 'changeFields' | 'currentIds'>
  recordEvents(
    tx: Tx,
    accountId: number,
    items: readonly { personId: number; name: string; kind: 'email'; at: Date; props: Record<string, unknown> }[],
  ): Promise<unknown>
  /** Notes at a mail that its reader unsubscribed, and answers what the event says about the mail. */
  noteUnsubscribed(
    tx: Tx,
    accountId: number,
    send: NonNullable<Subscriber['send']>,
    at: Date,
  ): Promise<Record<string, unknown>>
  /** Sends one mail by itself, from `from` where the account may write from it: it leaves if the transaction commits. */
  sendMail(tx: Tx, mail: OwnMail): Promise<void>
}

/** A mail that preferences send themselves. */
export type OwnMail = {
  accountId: number
  personId: number
  to: string
  from?: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** What the verbs of preferences stand on. */
export type Desk = { house: House; ports: PreferencesPorts }
