import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { Encoding } from '../../contract/index.ts'

/** How much of a file is looked at for anything but being UTF-8. */
const SAMPLE = 1 << 20

/** The place in front of a character that the end of a piece cuts in two. */
const wholeUntil = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

const byMark = (bytes: Buffer): Encoding | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  return undefined
}

/** UTF-16 without a mark: every other byte of Western text is zero. */
const byZeros = (bytes: Buffer): Encoding | undefined => {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 4096)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]!++
  if (length < 4) return undefined
  if (zeros[1]! > length / 5 && zeros[0]! < zeros[1]! / 4) return 'utf-16le'
  return zeros[0]! > length / 5 && zeros[1]! < zeros[0]! / 4 ? 'utf-16be' : undefined
}

const isLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/** Bytes that are signs in Windows-1252 (³ ¹ ¿ £ ¥ ¼ ¾ ¯ ª º) but letters in Windows-1250 (ł ą ż Ł Ą Ľ ľ Ż Ş ş). */
const CENTRAL = new Set([0xb3, 0xb9, 0xbf, 0xa3, 0xa5, 0xbc, 0xbe, 0xaf, 0xaa, 0xba])

/** A sign inside a word is no sign: the text is Central European. */
const isCentral = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length; at++) {
    if (CENTRAL.has(bytes[at]!) && (isLetter(bytes[at + 1]) || (isLetter(bytes[at - 1]) && isLetter(bytes[at - 2]))))
      return true
  }
  return false
}

/** Letters with accents in MacRoman; elsewhere capitals and signs, which never follow a small letter. */
const MAC = new Set([0x87, 0x88, 0x8a, 0x8d, 0x8e, 0x8f])

const isSmall = (byte = 0) => byte >= 0x61 && byte <= 0x7a

/** Capitals or signs in the middle of a word: the text was written on an old Mac. */
const isMac = (bytes: Buffer): boolean => {
  for (let at = 1; at < bytes.length; at++)
    if (MAC.has(bytes[at]!) && isSmall(bytes[at - 1]) && !(bytes[at + 1]! >= 0x80)) return true
  return false
}

const isAllUtf8 = async (path: string): Promise<boolean> => {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: SAMPLE })) {
    const bytes = rest.length ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer)
    const end = wholeUntil(bytes)
    if (!isUtf8(bytes.subarray(0, end))) return false
    rest = bytes.subarray(end)
  }
  return rest.length === 0
}

const firstBytes = async (path: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: SAMPLE - 1 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** How the bytes of a file are to be read: by its mark, else UTF-8 where all of it is, else what its letters say. */
export const detectEncoding = async (path: string): Promise<Encoding> => {
  const bytes = await firstBytes(path)
  const sure = byMark(bytes) ?? byZeros(bytes)
  if (sure) return sure
  if (await isAllUtf8(path)) return 'utf-8'
  if (isMac(bytes)) return 'macintosh'
  return isCentral(bytes) ? 'windows-1250' : 'windows-1252'
}
