import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { House } from '@millrace/kit/server'
import { SMTPServer } from 'smtp-server'
import { mailKeeper } from '../mailbox/storeMails.ts'
import type { DeliveryPorts } from '../ports.ts'
import { inboundCertificate, watchCertificate } from './inboundTls.ts'
import { isOurs } from './readIncoming.ts'
import { readReturnAddress } from './returnAddress.ts'

/** The SMTP server that takes what comes back. */
export type Inbound = { port: number; close(): Promise<void> }

const LARGEST_BYTES = 15 << 20
const MOST_CLIENTS = 200
const MOST_RECIPIENTS = 20
const SILENT_MS = 60_000

const failure = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** All of a mail, as far as it is not too large. */
const wholeOf = async (stream: Readable): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += (chunk as Buffer).length
    // The rest is read, because the sender waits until it is, but not kept.
    if (size <= LARGEST_BYTES) chunks.push(chunk as Buffer)
  }
  return size <= LARGEST_BYTES ? Buffer.concat(chunks) : undefined
}

/** Starts the server. It takes mail for addresses that we signed and for the post office, and says yes once it is obeyed; over TLS where the settings name a certificate. */
export const startInbound = (
  house: House,
  ports: Pick<DeliveryPorts, 'recordEvents' | 'unsubscribe'>,
  { port, host }: { port: number; host: string },
) =>
  new Promise<Inbound>((resolve, reject) => {
    const isAnswer = (address: string) => readReturnAddress(house.keys, address)?.kind === 'r'
    const keeper = mailKeeper(house, ports, ({ to }) => to.some(isAnswer))
    const certificate = inboundCertificate(house)
    const server = new SMTPServer({
      ...certificate,
      authOptional: true,
      disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      hidePIPELINING: false,
      logger: false,
      size: LARGEST_BYTES,
      maxClients: MOST_CLIENTS,
      socketTimeout: SILENT_MS,
      banner: 'Millrace',
      onRcptTo: ({ address }, session, done) => {
        if (!isOurs(house, address)) return done(failure(550, '5.1.1 Nobody reads mail to this address.'))
        if (session.envelope.rcptTo.length >= MOST_RECIPIENTS) return done(failure(452, '4.5.3 Too many recipients.'))
        done()
      },
      onData: (stream, session, done) => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const to = session.envelope.rcptTo.map(({ address }) => address)
        wholeOf(stream)
          .then((raw) => {
            if (!raw) throw failure(552, '5.3.4 The mail is too large.')
            return keeper.keep({ from, to, raw })
          })
          .then(
            () => done(null, '2.0.0 taken'),
            (error: Error & { responseCode?: number }) => {
              if (error.responseCode) return done(error)
              house.log.error({ err: error }, 'what came back could not be taken')
              done(failure(451, '4.3.0 The mail cannot be taken at the moment.'))
            },
          )
      },
    })
    // A client that breaks its line is no trouble of ours.
    server.on('error', (error) => {
      house.log.debug({ err: error }, 'the server for what comes back')
      reject(error)
    })
    server.listen(port, host, () => {
      const { port: taken } = server.server.address() as AddressInfo
      server.server.unref()
      const unwatch = certificate && watchCertificate(house, certificate, (next) => server.updateSecureContext(next))
      resolve({
        port: taken,
        close: () => {
          unwatch?.()
          return new Promise((closed) => server.close(() => closed()))
        },
      })
    })
  })
