import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { csvLine } from './csvLine.ts'
import type { CallContext } from './handler.ts'
import type { House } from './house.ts'
import { gone, notFound } from './refusal.ts'

const KEY = /^[a-f0-9]{32}$/

/** Spreadsheets take a file for UTF-8 that begins with this. */
const MARK = '\ufeff'

/** Where an export's file lies; keys of any other form name nothing. */
export const pathOfExport = (house: House, key: string): string => {
  if (!KEY.test(key)) throw notFound('There is no such file.')
  return join(resolve(house.settings.DATA_DIR, 'exports'), `${key}.csv`)
}

/** A file that is being written: what a killed worker wrote behind `bytes` is cut off. */
export const openExport = async (house: House, key: string, bytes: number): Promise<FileHandle> => {
  const path = pathOfExport(house, key)
  await mkdir(resolve(house.settings.DATA_DIR, 'exports'), { recursive: true })
  const file = await open(path, bytes ? 'r+' : 'w', 0o600)
  const { size } = await file.stat()
  if (size < bytes) {
    await file.close()
    throw new Error(`The file of the export has ${size} of ${bytes} bytes.`)
  }
  await file.truncate(bytes)
  return file
}

/** A file of an export, how much of it is sure, and what stands on its first line. */
export type ExportFile = { key: string; bytes: number; headers: readonly string[] }

/** Goes on with a file behind what is sure of it, piece by piece until there is none; answers how long it surely is then. */
export const writeExport = async (
  house: House,
  { key, bytes, headers }: ExportFile,
  next: () => Promise<string | undefined>,
): Promise<number> => {
  const file = await openExport(house, key, bytes)
  let length = bytes
  const write = async (text: string) => {
    length += (await file.write(text, length)).bytesWritten
  }
  try {
    if (!length) await write(MARK + csvLine(headers))
    for (let text = await next(); text !== undefined; text = await next()) await write(text)
    await file.datasync()
    return length
  } finally {
    await file.close()
  }
}

/** Removes an export's file; harmless where it is gone. */
export const removeExport = (house: House, key: string): Promise<void> => rm(pathOfExport(house, key), { force: true })

/** Answers a call with an export's file under a name; throws `expired` where it is gone. */
export const sendExport = async (
  house: House,
  { key, name, expired }: { key: string; name: string; expired: string },
  { reply }: Pick<CallContext, 'reply'>,
): Promise<AsyncIterable<string>> => {
  const path = pathOfExport(house, key)
  const file = await stat(path).catch(() => undefined)
  if (!file) throw gone(expired)
  reply.headers({
    'content-disposition': `attachment; filename="${name}.csv"`,
    'content-length': file.size,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  const text = createReadStream(path)
  await reply.type('text/csv; charset=utf-8').send(text)
  return text
}
