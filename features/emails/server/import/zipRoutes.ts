import { malformed, notFound } from '@millrace/kit/server'
import type { FastifyInstance } from 'fastify'
import type { Images } from '../images/images.ts'
import type { By } from '../verbs/emails.ts'
import type { Imports } from './importHtml.ts'
import { importZip, MOST_ZIP_BYTES } from './importZip.ts'

const PURPOSE = 'zip-import'
const UPLOAD_MINUTES = 10

type Ticket = By & { withImages: boolean }

/** An address to PUT a packed mail to, good for ten minutes. */
export const signZipImport = (
  { house }: Pick<Images, 'house'>,
  { accountId, memberId }: By,
  withImages: boolean,
): string => {
  const until = new Date(house.clock.now().getTime() + UPLOAD_MINUTES * 60_000)
  const ticket: Ticket = { accountId, memberId, withImages }
  return `/v1/emails/import/zip?signature=${house.keys.token(PURPOSE, ticket, until)}`
}

/** The address to which packed mails are put. */
export const zipRoutes =
  (imports: Imports) =>
  (server: FastifyInstance): void => {
    const { house } = imports.images
    server.put<{ Querystring: { signature?: string } }>(
      '/v1/emails/import/zip',
      { bodyLimit: MOST_ZIP_BYTES },
      async ({ query, body }) => {
        if (!Buffer.isBuffer(body)) throw malformed('Send the bytes of a .zip file.')
        const ticket = house.keys.readToken<Ticket>(PURPOSE, query.signature ?? '', house.clock.now())
        if (!ticket) throw notFound('This upload address is no longer valid. Please try again.')
        return importZip(imports, ticket, body, ticket.withImages)
      },
    )
  }
