import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { House } from '@millrace/kit/server'
import { SMTPServer } from 'smtp-server'
import type { DeliveryPorts } from '../ports.ts'
import { mailKeeper } from './storeMails.ts'

/** The built-in SMTP receiver. */
export type MailboxReceiver = { port: number; close(): Promise<void> }

const LARGEST_BYTES = 30 << 20

const wholeOf = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Starts the receiver on loopback; it says yes only once a mail is in the database. */
export const startMailbox = (house: House, ports: Pick<DeliveryPorts, 'recordEvents' | 'unsubscribe'>, port: number) =>
  new Promise<MailboxReceiver>((resolve, reject) => {
    const keeper = mailKeeper(house, ports)
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      hidePIPELINING: false,
      logger: false,
      size: LARGEST_BYTES,
      banner: 'Millrace mailbox',
      onData: (stream, session, done) => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const to = session.envelope.rcptTo.map(({ address }) => address)
        wholeOf(stream)
          .then((raw) => keeper.keep({ from, to, raw }))
          .then(
            () => done(null, 'kept'),
            (error: Error) => {
              house.log.error({ err: error }, 'the mailbox could not keep a mail')
              done(Object.assign(new Error('The mail cannot be kept at the moment.'), { responseCode: 451 }))
            },
          )
      },
    })
    server.on('error', (error) => {
      house.log.warn({ err: error }, 'the built-in receiver')
      reject(error)
    })
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.server.address() as AddressInfo
      server.server.unref()
      resolve({ port: taken, close: () => new Promise((closed) => server.close(() => closed())) })
    })
  })
