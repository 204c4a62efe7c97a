import { type Filled, joined } from '@millrace/emails/server'
import type { Chunk } from '../smtp/chunks.ts'
import { type Encoding, encodeText, escapedLines, isForeign, softBroken, WIDTH } from './encode.ts'

/** A piece of every mail of a version, encoded as it stands at the beginning of a line. */
type Piece = {
  bytes: Buffer
  /** How long its first line is. */
  first: number
  /** The column after it where it is one line: from its own beginning. */
  last: number
  isOneLine: boolean
  /** True for an empty piece at the end, which only ends a line that is not ended yet. */
  isEnd: boolean
}

/** Pieces of a text, or undefined where base64 suits it better, which knows no pieces. */
type Pieces = readonly Piece[] | undefined

/** Encoded text, in the order in which it is sent. All of it is ASCII. */
export type Encoded = { encoding: Encoding; chunks: Chunk[] }

const SOFT_BREAK = '=\r\n'

/** After every piece but the last there is room for one more sign: the one that breaks the line softly. */
const SPARE = 1

const brokenLines = (text: string, column: number): string =>
  escapedLines(text, isForeign(text))
    .map((line, index) => softBroken(line, index ? 0 : column, SPARE))
    .join('\r\n')

const columnAfter = (encoded: string, column: number): number => {
  const end = encoded.lastIndexOf('\n')
  return end < 0 ? column + encoded.length : encoded.length - end - 1
}

const pieceOf = (text: string, isLast: boolean): Piece => {
  const open = brokenLines(text, 0)
  const encoded = isLast && !open.endsWith('\r\n') ? `${open}\r\n` : open
  const end = encoded.indexOf('\r\n')
  return {
    bytes: Buffer.from(encoded, 'latin1'),
    first: end < 0 ? encoded.length : end,
    last: columnAfter(encoded, 0),
    isOneLine: end < 0,
    isEnd: isLast && !text,
  }
}

const known = new WeakMap<readonly string[], { pieces: Pieces }>()

const piecesOf = (texts: readonly string[]): Pieces => {
  let found = known.get(texts)
  if (!found) {
    const suitsPieces = encodeText(texts.join('')).encoding === 'quoted-printable'
    const last = texts.length - 1
    found = { pieces: suitsPieces ? texts.map((text, index) => pieceOf(text, index === last)) : undefined }
    known.set(texts, found)
  }
  return found.pieces
}

/** Signs that stand for themselves wherever they are, blanks at the edges and a dot at the beginning left out. */
const PLAIN = /^(?:[!-\-/-<>-~](?:[ -<>-~]*[!-<>-~])?)?$/

const valueAt = (value: string, column: number): string =>
  PLAIN.test(value) ? softBroken(value, column, SPARE) : brokenLines(value, column)

/**
 * A text for one mail. Its pieces were encoded once; only the values are encoded for each mail. Between the two a line may
 * be broken softly, which no reader sees.
 */
export const encodeFilled = (filled: Filled): Encoded => {
  const pieces = piecesOf(filled.pieces)
  if (!pieces) {
    const { encoding, body } = encodeText(joined(filled))
    return { encoding, chunks: [body] }
  }
  const chunks: Chunk[] = []
  let column = 0
  for (const [index, { bytes, first, last, isOneLine, isEnd }] of pieces.entries()) {
    if (column + first >= WIDTH) {
      chunks.push(SOFT_BREAK)
      column = 0
    }
    if (isEnd && column === 0) break
    chunks.push(bytes)
    column = isOneLine ? column + last : last
    const value = filled.values[index]
    if (!value) continue
    const encoded = valueAt(value, column)
    chunks.push(encoded)
    column = columnAfter(encoded, column)
  }
  return { encoding: 'quoted-printable', chunks }
}
