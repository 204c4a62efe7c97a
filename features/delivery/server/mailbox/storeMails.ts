import type { House } from '@millrace/kit/server'
import { sendOfMessageId } from '../ledger/messageId.ts'
import type { DeliveryPorts } from '../ports.ts'
import { obeyMail } from '../returns/obeyMail.ts'
import { type Asked, type IncomingMail, readIncoming } from '../returns/readIncoming.ts'
import { readHead } from './readMail.ts'

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

const valuesOf = (house: House, { from, to, raw }: IncomingMail, asked: Asked | undefined) => {
  const head = readHead(raw.toString('latin1'))
  const send = sendOfMessageId(house.keys, head.messageId)
  const text = (value: string) => value.replaceAll('\0', '')
  return [
    send?.accountId ?? asked?.answers?.send.accountId ?? 0,
    house.clock.now(),
    text(head.messageId),
    send?.reasonAt ?? null,
    send?.id ?? null,
    text(from),
    to.map(text),
    text(head.from),
    text(head.to),
    text(head.subject),
    text(head.snippet),
    raw.length,
    raw,
  ]
}

type Ports = Pick<DeliveryPorts, 'recordEvents' | 'unsubscribe'>

const NOTHING: Asked = { reports: [], unsubscribes: [], answers: undefined }

const understood = (house: House, mail: IncomingMail): Asked => {
  try {
    return readIncoming(house, mail)
  } catch (error) {
    house.log.error({ err: error }, 'a mail that came in could not be read')
    return NOTHING
  }
}

/**
 * Keeps mails and does what those ask for that come to addresses of ours (`b.`, `r.`, `u.`, `fbl@`). Those that come while
 * others are being written share the next transaction. `isKept`: whether a mail is to be read by anybody.
 */
export const mailKeeper = (house: House, ports: Ports, isKept: (mail: IncomingMail) => boolean = () => true) => {
  const queue: Waiting[] = []
  let isWriting = false
  const write = async (batch: readonly Waiting[]) => {
    const mails = batch.map(({ mail }) => mail)
    const asked = mails.map((mail) => understood(house, mail))
    const rows = mails.flatMap((mail, index) => (isKept(mail) ? [valuesOf(house, mail, asked[index])] : []))
    await house.db.system(async (tx) => {
      if (rows.length) {
        await tx.run(`insert into mailbox_mails (${COLUMNS}) values ${placeholders(rows.length)}`, rows.flat())
      }
      for (const one of asked) await obeyMail(tx, { house, ports }, one)
    })
  }
  const tryToWrite = (batch: readonly Waiting[]) =>
    write(batch).then(
      () => undefined,
      (failure: Error) => failure,
    )
  const drain = async () => {
    isWriting = true
    while (queue.length) {
      const batch = queue.splice(0, MOST_AT_ONCE)
      const error = await tryToWrite(batch)
      // What is wrong with one of them is not the others' fault.
      const isOneOfMany = error && batch.length > 1
      for (const one of batch) one.done(isOneOfMany ? await tryToWrite([one]) : error)
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
