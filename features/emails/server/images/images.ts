import { type House, notFound, refused } from '@millrace/kit/server'
import type { Image } from '../../contract/email.ts'
import type { By } from '../verbs/emails.ts'
import type { ImageFiles } from './imageFiles.ts'
import { sniffImage } from './sniff.ts'

/** Largest image that can be uploaded, in bytes. */
export const MOST_IMAGE_BYTES = 8 << 20

const PURPOSE = 'image-upload'
const UPLOAD_MINUTES = 10

type Ticket = By & { name: string }
type Row = Omit<Image, 'url' | 'createdAt'> & { createdAt: Date }

/** What image verbs stand on. */
export type Images = { house: House; files: ImageFiles }

const toImage = ({ publicUrl }: House, { createdAt, ...row }: Row): Image => ({
  ...row,
  url: `${publicUrl}/images/${row.key}`,
  createdAt: createdAt.toISOString(),
})

const COLUMNS = 'key, name, content_type as "contentType", bytes, width, height, created_at as "createdAt"'

/** An address to PUT an image to, good for ten minutes. */
export const signImageUpload = ({ house }: Images, by: By, name: string): string => {
  const until = new Date(house.clock.now().getTime() + UPLOAD_MINUTES * 60_000)
  return `/v1/images/upload?signature=${house.keys.token(PURPOSE, { ...by, name } satisfies Ticket, until)}`
}

/** Keeps an uploaded image. What it is, its bytes say. */
export const keepImage = async ({ house, files }: Images, token: string, bytes: Buffer): Promise<Image> => {
  const now = house.clock.now()
  const ticket = house.keys.readToken<Ticket>(PURPOSE, token, now)
  if (!ticket) throw notFound('This upload address is no longer valid. Please try again.')
  const sniffed = sniffImage(bytes)
  if (!sniffed) throw refused('This is no image that mails can show. Please use PNG, JPEG, GIF or WebP.')
  const { accountId, memberId, name } = ticket
  const key = await files.keep(bytes, sniffed.extension)
  return house.db.account(accountId, async (tx) => {
    // One uploaded image.
    const row = await tx.one<Row>(
      `insert into images (account_id, key, name, content_type, bytes, width, height, uploaded_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
      [accountId, key, name, sniffed.contentType, bytes.length, sniffed.width, sniffed.height, memberId, now],
    )
    if (!row) throw new Error('an image was not kept')
    return toImage(house, row)
  })
}

/** Uploaded images, newest first. */
export const listImages = ({ house }: Images, accountId: number, limit = 100, offset = 0): Promise<Image[]> =>
  house.db.account(accountId, async (tx) => {
    // A page of the account's images.
    const rows = await tx.rows<Row>(
      `select ${COLUMNS} from images where account_id = $1 order by created_at desc, account_id, key limit $2 offset $3`,
      [accountId, limit, offset],
    )
    return rows.map((row) => toImage(house, row))
  })

/** Takes an image out of the library. Its file stays, because mails that were sent show it. */
export const deleteImage = ({ house }: Images, accountId: number, key: string): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    // The library's row of an image.
    const gone = await tx.run('delete from images where account_id = $1 and key = $2', [accountId, key])
    if (!gone) throw notFound('This image does not exist.')
  })
