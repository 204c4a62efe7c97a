import { conflict, type House, likeSearch, notFound, refused, type Tx } from '@millrace/kit/server'
import type { Image } from '../../contract/email.ts'
import type { By } from '../verbs/emails.ts'
import { noteRemoved } from './imageBytes.ts'
import { copyKey, type ImageFiles } from './imageFiles.ts'
import { prepareImage } from './prepareImage.ts'
import { sniffImage } from './sniff.ts'

/** Largest image that can be uploaded, in bytes. */
export const MOST_IMAGE_BYTES = 8 << 20

const PURPOSE = 'image-upload'
const UPLOAD_MINUTES = 10

type Ticket = By & { name: string }
type Row = Omit<Image, 'url' | 'createdAt' | 'sizes'> & { createdAt: Date; sizes: number[] }

/** What image verbs stand on. */
export type Images = { house: House; files: ImageFiles }

const toImage = ({ publicUrl }: House, { createdAt, sizes, ...row }: Row): Image => ({
  ...row,
  url: `${publicUrl}/images/${row.key}`,
  sizes: sizes.map((width) => ({ width, url: `${publicUrl}/images/${copyKey(row.key, width)}` })),
  createdAt: createdAt.toISOString(),
})

const COLUMNS = 'key, name, content_type as "contentType", bytes, width, height, sizes, created_at as "createdAt"'

/** An address to PUT an image to, good for ten minutes. */
export const signImageUpload = ({ house }: Images, by: By, name: string): string => {
  const until = new Date(house.clock.now().getTime() + UPLOAD_MINUTES * 60_000)
  return `/v1/images/upload?signature=${house.keys.token(PURPOSE, { ...by, name } satisfies Ticket, until)}`
}

/** Puts an image into the library: what it is, its bytes say. */
export const addImage = async ({ house, files }: Images, by: By, name: string, bytes: Buffer): Promise<Image> => {
  const sniffed = sniffImage(bytes)
  if (!sniffed) throw refused('This is no image that mails can show. Please use PNG, JPEG, GIF or WebP.')
  const image = await prepareImage(bytes, sniffed)
  const sizes = image.copies.map(({ width }) => width)
  const now = house.clock.now()
  return house.db.account(by.accountId, async (tx) => {
    const key = await files.keep(tx, by.accountId, { ...image, extension: sniffed.extension }, now)
    // One uploaded image.
    const row = await tx.one<Row>(
      `insert into images (account_id, key, name, content_type, bytes, width, height, sizes, uploaded_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${COLUMNS}`,
      [
        by.accountId,
        key,
        name,
        sniffed.contentType,
        image.bytes.length,
        image.width,
        image.height,
        sizes,
        by.memberId,
        now,
      ],
    )
    if (!row) throw new Error('an image was not kept')
    return toImage(house, row)
  })
}

/** Keeps what was put to a signed address. */
export const keepImage = async (images: Images, token: string, bytes: Buffer): Promise<Image> => {
  const ticket = images.house.keys.readToken<Ticket>(PURPOSE, token, images.house.clock.now())
  if (!ticket) throw notFound('This upload address is no longer valid. Please try again.')
  return addImage(images, ticket, ticket.name, bytes)
}

/** Uploaded images whose name holds a text, newest first. */
export const listImages = (
  { house }: Images,
  accountId: number,
  { search, limit = 100, offset = 0 }: { search?: string | undefined; limit?: number; offset?: number } = {},
): Promise<Image[]> =>
  house.db.account(accountId, async (tx) => {
    // A page of the account's images.
    const rows = await tx.rows<Row>(
      `select ${COLUMNS} from images where account_id = $1 and ($2 = '' or name ilike $2)
       order by created_at desc, account_id, key limit $3 offset $4`,
      [accountId, likeSearch(search), limit, offset],
    )
    return rows.map((row) => toImage(house, row))
  })

/** Gives an image another name. */
export const renameImage = ({ house }: Images, accountId: number, key: string, name: string): Promise<Image> =>
  house.db.account(accountId, async (tx) => {
    // What the image is called.
    const row = await tx.one<Row>(
      `update images set name = $3 where account_id = $1 and key = $2 returning ${COLUMNS}`,
      [accountId, key, name],
    )
    if (!row) throw notFound('This image does not exist.')
    return toImage(house, row)
  })

/** Names of what is in use and shows an image: emails as they are saved or drafted, and snippets. */
const usersOf = async (tx: Tx, accountId: number, key: string): Promise<string[]> => {
  const stem = key.slice(0, key.lastIndexOf('.'))
  // Keys cannot be guessed: wherever one stands, the image is meant.
  const rows = await tx.rows<{ name: string }>(
    `select e.name from emails e where e.account_id = $1 and e.archived_at is null
       and exists (select 1 from email_versions v where v.account_id = $1 and v.email_id = e.id and v.version >= e.version
         and position($2 in v.html) > 0)
     union
     select s.name from snippets s where s.account_id = $1 and s.archived_at is null and position($2 in s.html) > 0
     order by name`,
    [accountId, stem],
  )
  return rows.map(({ name }) => name)
}

/**
 * Takes an image out of the library; refuses while something in use shows it, unless `isForced`. Its bytes stay as long as
 * anything that was written or sent shows it, and a month in any case.
 */
export const deleteImage = ({ house }: Images, accountId: number, key: string, isForced = false): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    const users = isForced ? [] : await usersOf(tx, accountId, key)
    if (users.length) throw conflict(`This image is used in ${users.map((name) => `“${name}”`).join(', ')}.`)
    // The library's row of an image.
    const gone = await tx.run('delete from images where account_id = $1 and key = $2', [accountId, key])
    if (!gone) throw notFound('This image does not exist.')
    await noteRemoved(tx, accountId, key, house.clock.now())
  })
