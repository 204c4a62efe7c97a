import { createReadStream } from 'node:fs'
import type { Delimiter, Encoding } from '../../contract/index.ts'
import { type CsvRow, CsvSplitter, type Place } from './splitCsv.ts'

export { BrokenCsv, type CsvRow, type Place } from './splitCsv.ts'

/** The beginning of a file. */
export const BEGINNING: Place = { bytes: 0, line: 1 }

const PIECE_BYTES = 128 * 1024
const MARK = '\ufeff'

const BYTES_OF_SIGN: Partial<Record<Encoding, number>> = {
  'utf-16le': 2,
  'utf-16be': 2,
  'windows-1252': 1,
  'windows-1250': 1,
  macintosh: 1,
}

/** How many bytes a text takes in a file of an encoding. */
const sizeIn = (encoding: Encoding): ((text: string) => number) => {
  const each = BYTES_OF_SIGN[encoding]
  if (each) return (text) => text.length * each
  // This sign also stands for bytes that could not be read; then nobody knows how many those were.
  return (text) => (text.includes('\ufffd') ? Number.NaN : Buffer.byteLength(text))
}

/** How a file is written, as far as reading its rows goes. */
export type Written = { encoding: Encoding; delimiter: Delimiter }

/** The rows of bytes that begin at a place of a file. Throws `BrokenCsv` where they stop being readable. */
export async function* rowsOf(
  pieces: AsyncIterable<Buffer>,
  { encoding, delimiter }: Written,
  from: Place = BEGINNING,
): AsyncGenerator<CsvRow> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  const sizeOf = sizeIn(encoding)
  let isFirst = from.bytes === 0
  let splitter: CsvSplitter | undefined
  const take = (text: string, isLast: boolean) => {
    const hasMark = isFirst && text.startsWith(MARK)
    if (text) isFirst = false
    splitter ??= new CsvSplitter(delimiter, sizeOf, hasMark ? { ...from, bytes: sizeOf(MARK) } : from)
    return splitter.rows(hasMark ? text.slice(1) : text, isLast)
  }
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    if (text) yield* take(text, false)
  }
  yield* take(decoder.decode(), true)
}

/** The rows of a file behind a place. */
export const readRows = (path: string, written: Written, from: Place = BEGINNING): AsyncGenerator<CsvRow> =>
  rowsOf(createReadStream(path, { start: from.bytes, highWaterMark: PIECE_BYTES }), written, from)
