import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { forbidden, type House, notFound, Refusal, refused } from '@millrace/kit/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LARGEST_FILE } from '../../contract/index.ts'
import { refuseOthers, unpackFile } from './unpackFile.ts'

const PURPOSE = 'imports.upload'
const VALID_MS = 60 * 60_000
const KEY = /^[a-f0-9]{32}$/
const TOO_LARGE = new Refusal(413, 'TooLarge', 'The file is larger than 200 MB. Please split it.')

const ANNOUNCE = `insert into import_files (account_id, key, file_name, created_at) values ($1, $2, $3, $4)`

/** Notes that a file has arrived; what was known of an earlier one is forgotten. */
const ARRIVED = `
update import_files set bytes = $3, uploaded_at = $4, num_people = null where account_id = $1 and key = $2`

/** A file that was announced. */
const FIND = `select file_name, bytes, uploaded_at, num_people from import_files where account_id = $1 and key = $2`

/** A file that has arrived. `numRows`: its rows, a header among them, once they were counted. */
export type UploadedFile = { path: string; fileName: string; numRows: number | null }

const folder = (house: House) => resolve(house.settings.DATA_DIR, 'uploads')

/** Where a file lies; keys of any other form name nothing. */
export const pathOf = (house: House, key: string): string => {
  if (!KEY.test(key)) throw notFound('There is no such file.')
  return join(folder(house), `${key}.csv`)
}

/** An address that takes one file by PUT for an hour, and the key that names the file afterwards. */
export const createUploadUrl = async (
  house: House,
  accountId: number,
  fileName = '',
): Promise<{ url: string; key: string }> => {
  const key = randomBytes(16).toString('hex')
  const now = house.clock.now()
  await house.db.account(accountId, (tx) => tx.run(ANNOUNCE, [accountId, key, fileName, now]))
  const signature = house.keys.token(PURPOSE, { accountId, key }, new Date(now.getTime() + VALID_MS))
  return { url: `${house.publicUrl}/v1/uploads/${key}?signature=${encodeURIComponent(signature)}`, key }
}

/** The file of a key of this account, once it has arrived. */
export const findUpload = async (house: House, accountId: number, key: string): Promise<UploadedFile> => {
  const path = pathOf(house, key)
  const row = await house.db.account(accountId, (tx) =>
    tx.one<{ file_name: string; uploaded_at: Date | null; num_people: number | null }>(FIND, [accountId, key]),
  )
  const isThere = row?.uploaded_at && (await stat(path).catch(() => undefined))
  if (!row || !isThere) throw notFound('The file has not arrived, or it is no longer kept. Please upload it again.')
  return { path, fileName: row.file_name, numRows: row.num_people }
}

const limited = () => {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > LARGEST_FILE) done(TOO_LARGE)
      else done(null, chunk)
    },
  })
}

const PACKED_WRONGLY = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Puts the text of a packed file in its place, and refuses what is no text. Answers how large the text is. */
const unpackHere = async (part: string): Promise<number> => {
  const unpacked = await unpackFile(part)
  if (unpacked) {
    const text = `${part}.text`
    try {
      await pipeline(unpacked, limited(), createWriteStream(text))
      await rename(text, part)
    } catch (error) {
      if (PACKED_WRONGLY.has((error as { code?: string }).code ?? '')) throw refused('The packed file is damaged.')
      throw error
    } finally {
      await rm(text, { force: true })
    }
  }
  const { size } = await stat(part)
  if (!size) throw refused('The file is empty.')
  await refuseOthers(part)
  return size
}

const receive = async (
  house: House,
  request: FastifyRequest<{ Params: { key: string }; Querystring: { signature?: string } }>,
) => {
  const { key } = request.params
  const path = pathOf(house, key)
  const data = house.keys.readToken<{ accountId: number; key: string }>(
    PURPOSE,
    request.query.signature ?? '',
    house.clock.now(),
  )
  if (data?.key !== key) throw forbidden('This upload address is no longer valid. Please start again.')
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_FILE) throw TOO_LARGE
  await mkdir(folder(house), { recursive: true })
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  try {
    await pipeline(request.raw, limited(), createWriteStream(part))
    const size = await unpackHere(part)
    await rename(part, path)
    const { accountId } = data
    await house.db.account(accountId, (tx) => tx.run(ARRIVED, [accountId, key, size, house.clock.now()]))
    return { key, bytes: size }
  } finally {
    await rm(part, { force: true })
  }
}

/** `PUT /v1/uploads/{key}?signature=…`: no cookie and no scope, the signature says it all. */
export const uploadRoutes = (house: House) => async (server: FastifyInstance) => {
  await server.register(async (scope) => {
    // The body is streamed to disk, whatever it says it is.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.put<{ Params: { key: string }; Querystring: { signature?: string } }>('/v1/uploads/:key', async (request) =>
      receive(house, request),
    )
  })
}

/** Whether a file is still there. */
export const isKept = async (house: House, key: string): Promise<boolean> =>
  Boolean(await stat(pathOf(house, key)).catch(() => undefined))

/** Removes a file; harmless where it is gone. */
export const removeUpload = (house: House, key: string): Promise<void> => rm(pathOf(house, key), { force: true })
