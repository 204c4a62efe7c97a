import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { refused } from '@millrace/kit/server'
import { unzipOne } from './unzipOne.ts'

const SAMPLE = 64 * 1024

/** How files begin that are no text, and what they are. */
const OTHERS: readonly [string, string][] = [
  ['d0cf11e0a1b11ae1', 'an Excel file'],
  ['25504446', 'a PDF'],
  ['89504e47', 'a picture'],
  ['ffd8ff', 'a picture'],
  ['47494638', 'a picture'],
  ['526172211a07', 'a RAR file'],
  ['377abcaf271c', 'a 7-Zip file'],
  ['53514c69746520', 'a database'],
]

const UTF32 = ['fffe0000', '0000feff', '0000fffe', 'feff0000']
const UTF16 = ['fffe', 'feff']

const firstOf = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Signs that no text has; NULs, which some programs leave and UTF-16 is full of, are not among them. */
const isControl = (byte: number) => (byte > 0 && byte < 9) || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27)

const whyNoCsv = (first: Buffer): string | undefined => {
  const hex = first.toString('hex', 0, 16)
  const other = OTHERS.find(([begin]) => hex.startsWith(begin))?.[1]
  if (other) return `This is ${other}. Save it as CSV first, then bring that file.`
  const zeros = first.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  if (UTF32.some((mark) => hex.startsWith(mark)) || zeros > first.length * 0.6)
    return 'The file is written in UTF-32, which hardly any program reads. Save it as UTF-8, then bring it again.'
  const text = first.toString('latin1', 0, 512).trimStart()
  if (/^(?:\ufeff|ï»¿)?<(?:!doctype|html|\?xml)/i.test(text)) return 'This is a web page or XML, not a CSV file.'
  if (/^(?:ï»¿)?(?:\{\s*"|\[\s*[{[])/.test(text)) return 'This is JSON, not a CSV file.'
  // Half of the bytes of such a text may be anything.
  if (UTF16.some((mark) => hex.startsWith(mark))) return undefined
  const controls = first.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0)
  return controls > first.length / 50 ? 'This is not a text file. Bring a CSV file.' : undefined
}

/** As a pipe would not, this closes the file too when it is damaged or no longer wanted; whoever reads hears of it. */
const gunzipped = (path: string): AsyncIterable<Buffer> =>
  pipeline(createReadStream(path), createGunzip(), () => undefined)

/** The text of a file that has arrived, also out of .gz and .zip; undefined where it may stay as it is. */
export const unpackFile = async (path: string): Promise<AsyncIterable<Buffer> | undefined> => {
  const first = await firstOf(path)
  if (first.toString('hex', 0, 2) === '1f8b') return gunzipped(path)
  if (first.toString('hex', 0, 4) === '504b0304') return unzipOne(path)
  return undefined
}

/** Refuses a file that is no text, and says what it is. */
export const refuseOthers = async (path: string): Promise<void> => {
  const why = whyNoCsv(await firstOf(path))
  if (why) throw refused(why)
}
