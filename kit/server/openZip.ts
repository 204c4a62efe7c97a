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

const MARK = Buffer.from('PK\x05\x06')
const MARK_64 = Buffer.from('PK\x06\x07')
/** How long the end record is without its comment, what points at the one of ZIP64, and that one. */
const [END, POINTER_64, END_64] = [22, 20, 56]
/** Where an end record is searched for: a comment of the longest may follow it, or other bytes instead of one. */
const TAIL = POINTER_64 + END_64 + END + 0xffff

/** Whether an end record stands right behind the list that it tells of. */
const followsItsList = (tail: Buffer, at: number, startsAt: number): boolean => {
  const at64 = at - POINTER_64
  if (at64 >= 0 && MARK_64.equals(tail.subarray(at64, at64 + 4)))
    return Number(tail.readBigUInt64LE(at64 + 8)) + END_64 === startsAt + at64
  return tail.readUInt32LE(at + 12) + tail.readUInt32LE(at + 16) === startsAt + at
}

/**
 * Where an archive ends whose last bytes these are. Some programs fill a file up or leave something of their own behind the
 * archive; yauzl would give it up. Bytes that look like an end are none where no list ends there.
 */
const endOf = (tail: Buffer, size: number): number => {
  const startsAt = size - tail.length
  for (let at = tail.lastIndexOf(MARK, -END); at >= 0; at = at > 0 ? tail.lastIndexOf(MARK, at - 1) : -1) {
    const end = at + END + tail.readUInt16LE(at + 20)
    if (end === tail.length) return size
    if (end < tail.length && followsItsList(tail, at, startsAt)) return startsAt + end
  }
  return size
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

/** How many bytes of a file are the archive. */
const sizeOf = async (file: FileHandle): Promise<number> => {
  const { size } = await file.stat()
  const length = Math.min(TAIL, size)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
  return bytesRead < length ? size : endOf(buffer, size)
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
 * on in another archive, has a password, is packed in another way, or says of a file what is not so. What stands behind its
 * end is left alone.
 */
export const openZip = async (from: string | Buffer, rules: ZipRules): Promise<Zip> => {
  if (typeof from !== 'string') {
    const whole = from.subarray(0, endOf(from.subarray(-TAIL), from.length))
    return opened(fromBufferPromise(whole, OPTIONS), rules, async () => undefined)
  }
  const file = await open(from)
  const reading = sizeOf(file).then((size) => fromRandomAccessReaderPromise(new FileReader(file), size, OPTIONS))
  return opened(reading, rules, () => file.close())
}
