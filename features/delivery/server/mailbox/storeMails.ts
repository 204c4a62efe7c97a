import type { House, Tx } from '@millrace/kit/server'
import { readPreferenceToken } from '@millrace/preferences/server'
import { sendOfMessageId } from '../ledger/messageId.ts'
import type { DeliveryPorts } from '../ports.ts'
import { readHead } from './readMail.ts'

/** A mail as the receiver got it. */
export type IncomingMail = { from: string; to: string[]; raw: Buffer }

type Waiting = { mail: IncomingMail; done(error?: Error): void }

const MOST_AT_ONCE = 40

const COLUMNS = `account_id, received_at, message_id, send_reason_at, send_id, mail_from, rcpt_to, from_header, to_header,
  subject, snippet, size, raw`

const WIDTH = 13

const placeholders = (count: number) =>
  Array.from(
    { length: count },
    (_row, row) => `(${Array.from({ length: WIDTH }, (_cell, cell) => `$${row * WIDTH + cell + 1}`).join(', ')})`,
  ).join(', ')

const valuesOf = (house: House, { from, to, raw }: IncomingMail) => {
  const head = readHead(raw.toString('latin1'))
  const send = sendOfMessageId(house.keys, head.messageId)
  return {
    accountId: send?.accountId ?? 0,
    values: [
      send?.accountId ?? 0,
      house.clock.now(),
      head.messageId,
      send?.reasonAt ?? null,
      send?.id ?? null,
      from,
      to,
      head.from,
      head.to,
      head.subject,
      head.snippet,
      raw.length,
      raw,
    ],
  }
}

const UNSUBSCRIBE = /^u\.([^@]+)@/

type Ports = Pick<DeliveryPorts, 'unsubscribe'>

/** Mail to an unsubscribe address (RFC 2369) does what it says. */
const obeyUnsubscribes = async (tx: Tx, house: House, ports: Ports, mails: readonly IncomingMail[]) => {
  for (const address of mails.flatMap((mail) => mail.to)) {
    const token = UNSUBSCRIBE.exec(address)?.[1]
    const subscriber = token ? readPreferenceToken(house, token) : undefined
    if (subscriber) await ports.unsubscribe(tx, subscriber, 'By mail')
  }
}

/** Keeps mails: those that come while others are being written share the next transaction. */
export const mailKeeper = (house: House, ports: Ports) => {
  const queue: Waiting[] = []
  let isWriting = false
  const write = async (batch: readonly Waiting[]) => {
    const mails = batch.map(({ mail }) => mail)
    const rows = mails.map((mail) => valuesOf(house, mail))
    await house.db.system(async (tx) => {
      await tx.run(
        `insert into mailbox_mails (${COLUMNS}) values ${placeholders(rows.length)}`,
        rows.flatMap(({ values }) => values),
      )
      await obeyUnsubscribes(tx, house, ports, mails)
    })
  }
  const drain = async () => {
    isWriting = true
    while (queue.length) {
      const batch = queue.splice(0, MOST_AT_ONCE)
      const error = await write(batch).then(
        () => undefined,
        (failure: Error) => failure,
      )
      for (const { done } of batch) done(error)
    }
    isWriting = false
  }
  return {
    /** Resolves once the mail is in the database. */
    keep: (mail: IncomingMail) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ mail, done: (error) => (error ? reject(error) : resolve()) })
        if (!isWriting) void drain()
      }),
  }
}
