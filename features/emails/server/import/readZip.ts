import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { refused } from '@millrace/kit/server'

const inflate = promisify(inflateRaw)

/** A file of an archive: what its list says of it. Nothing of it is unpacked yet. */
export type ZipEntry = {
  /** Its path with slashes, without anything that leads out of the archive. */
  path: string
  method: number
  /** As the list says; unpacking stops there whatever is in it. */
  size: number
  packed: number
  checksum: number
  at: number
}

/** More files than an exported mail has. */
export const MOST_ENTRIES = 1_000

const LIST_END = 0x06054b50
const LISTED = 0x02014b50
const FILE = 0x04034b50
const LONGEST_COMMENT = 65_535
const WHOLE = 0xffffffff
const STORED = 0
const DEFLATED = 8

const broken = () => refused('This archive cannot be read. Please pack it anew as a plain .zip file.')

const textOf = (bytes: Buffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** A path inside of an archive, or undefined where it leads out of it or is nobody's. */
export const safePath = (name: string): string | undefined => {
  const parts: string[] = []
  if (name.includes('\0') || /^([a-z]:|[\\/])/i.test(name)) return undefined
  for (const part of name.split(/[\\/]/)) {
    if (part === '..' && !parts.pop()) return undefined
    if (part && part !== '.' && part !== '..') parts.push(part)
  }
  const isOfSystem = parts[0] === '__MACOSX' || parts.at(-1)?.startsWith('._')
  return parts.length && !isOfSystem ? parts.join('/') : undefined
}

const endOf = (bytes: Buffer) => {
  const least = Math.max(0, bytes.length - LONGEST_COMMENT - 22)
  for (let at = bytes.length - 22; at >= least; at--) if (bytes.readUInt32LE(at) === LIST_END) return at
  throw broken()
}

const entryAt = (bytes: Buffer, at: number) => {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== LISTED) throw broken()
  const [nameBytes, extra, comment] = [28, 30, 32].map((from) => bytes.readUInt16LE(at + from)) as [
    number,
    number,
    number,
  ]
  if (bytes.readUInt16LE(at + 8) & 1) throw refused('This archive has a password. Please pack it without one.')
  const name = textOf(bytes.subarray(at + 46, at + 46 + nameBytes))
  const entry = {
    method: bytes.readUInt16LE(at + 10),
    checksum: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    at: bytes.readUInt32LE(at + 42),
  }
  if ([entry.packed, entry.size, entry.at].includes(WHOLE)) throw broken()
  return { name, entry, next: at + 46 + nameBytes + extra + comment }
}

/** The files of an archive by its list; folders, and paths that lead out of it, are left out. */
export const listZip = (bytes: Buffer): ZipEntry[] => {
  if (bytes.length < 22) throw broken()
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) throw refused(`This archive has too many files. ${MOST_ENTRIES} is the most.`)
  const entries: ZipEntry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = count; left > 0; left--) {
    const { name, entry, next } = entryAt(bytes, at)
    const path = name.endsWith('/') ? undefined : safePath(name)
    if (path) entries.push({ path, ...entry })
    at = next
  }
  return entries
}

/** The bytes of one file, at most `most` of them: what unpacks to more, or to something else than the list says, is refused. */
export const readZipEntry = async (bytes: Buffer, entry: ZipEntry, most: number): Promise<Buffer> => {
  if (entry.size > most) throw refused(`${entry.path} is too large.`)
  if (entry.at + 30 > bytes.length || bytes.readUInt32LE(entry.at) !== FILE) throw broken()
  const from = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28)
  const packed = bytes.subarray(from, from + entry.packed)
  if (packed.length !== entry.packed) throw broken()
  if (entry.method !== STORED && entry.method !== DEFLATED) throw broken()
  // One byte more than the list says shows that the list lies.
  const unpacked =
    entry.method === STORED
      ? packed
      : await inflate(packed, { maxOutputLength: entry.size + 1 }).catch(() => {
          throw broken()
        })
  if (unpacked.length !== entry.size || crc32(unpacked) !== entry.checksum) throw broken()
  return unpacked
}
