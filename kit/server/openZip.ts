import { isUtf8 } from 'node:buffer'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  type Entry,
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl'
import { Refusal, refused } from './refusal.ts'

/** How many files an archive may have, and how one is refused that has more, is damaged, locked, or packed in a way of its own. */
export type ZipRules = { most: number; crowded: string; damaged: string; locked: string; unknown: string }

/** A file of an archive as the archive's list has it. Nothing of it is unpacked yet. */
export type ZipEntry = {
  /** As it was packed: it may lead anywhere, and ends with a slash where it is a folder. */
  name: string
  /** Its bytes once they are unpacked. */
  size: number
  isLocked: boolean
  /** Its bytes. Refused at the end where their checksum is another one, before that where they are not as many as listed. */
  read: () => AsyncGenerator<Buffer>
}

/** An open archive: its files, which can be gone through once, and the end of it, which only one on a disk needs. */
export type Zip = { entries: AsyncGenerator<ZipEntry>; close: () => Promise<void> }

const CHUNK = 64 * 1024
const IN_UTF8 = 0x800
// Names are decoded here, and may lead anywhere: yauzl would give up an archive for one of them.
const OPTIONS = { autoClose: false, decodeStrings: false }

async function* bytesBetween(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const length = Math.min(CHUNK, to - at)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
    if (!bytesRead) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

/** yauzl's own way with files throws where nobody can catch it, once a list names a place that no file is long enough for. */
class FileReader extends RandomAccessReader {
  readonly #file: FileHandle
  constructor(file: FileHandle) {
    super()
    this.#file = file
  }

  override read(into: Buffer, offset: number, length: number, at: number, done: (error: Error | null) => void): void {
    this.#file
      .read(into, offset, length, at)
      .then(({ bytesRead }) => done(bytesRead < length ? new Error('The file ends before.') : null), done)
  }

  override _readStreamForRange(from: number, to: number): Readable {
    return Readable.from(bytesBetween(this.#file, from, to))
  }
}

/** What a disk says of itself is not for whoever packed the archive. */
const inWords = (error: unknown, { damaged, locked }: ZipRules): unknown => {
  if (!(error instanceof Error) || error instanceof Refusal || 'syscall' in error) return error
  return refused(error.message.includes('strong encryption') ? locked : damaged)
}

/** Many packers write UTF-8 and do not say so. */
const nameOf = ({ fileNameRaw, extraFields, generalPurposeBitFlag: flags }: Entry): string =>
  getFileNameLowLevel(isUtf8(fileNameRaw) ? flags | IN_UTF8 : flags & ~IN_UTF8, fileNameRaw, extraFields, false)

async function* bytesOf(zip: ZipFile, entry: Entry, rules: ZipRules): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw refused(rules.locked)
  if (!entry.canDecodeFileData()) throw refused(rules.unknown)
  let checksum = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw inWords(error, rules)
  }
  if (checksum !== entry.crc32) throw refused(rules.damaged)
}

async function* entriesOf(zip: ZipFile, rules: ZipRules): AsyncGenerator<ZipEntry> {
  try {
    for await (const entry of zip.eachEntry())
      yield {
        name: nameOf(entry),
        size: entry.uncompressedSize,
        isLocked: entry.isEncrypted(),
        read: () => bytesOf(zip, entry, rules),
      }
  } catch (error) {
    throw inWords(error, rules)
  }
}

const opened = async (opening: Promise<ZipFile>, rules: ZipRules, close: Zip['close']): Promise<Zip> => {
  try {
    const zip = await opening
    if (zip.entryCount > rules.most) throw refused(rules.crowded)
    return { entries: entriesOf(zip, rules), close }
  } catch (error) {
    await close()
    throw inWords(error, rules)
  }
}

/**
 * Opens a ZIP archive that lies on a disk or came as bytes, to stream files out of it; they may be stored or deflated, and
 * as many and as large as ZIP64 has them. Refused by `rules` is what is no archive or was cut off, has too many files, goes
 * on in another archive or behind its end, has a password, is packed in another way, or says of a file what is not so.
 */
export const openZip = async (from: string | Buffer, rules: ZipRules): Promise<Zip> => {
  if (typeof from !== 'string') return opened(fromBufferPromise(from, OPTIONS), rules, async () => undefined)
  const file = await open(from)
  const reading = file.stat().then(({ size }) => fromRandomAccessReaderPromise(new FileReader(file), size, OPTIONS))
  return opened(reading, rules, () => file.close())
}
