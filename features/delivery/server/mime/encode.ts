const HEX = '0123456789ABCDEF'
/** For each byte the bytes that stand for it in quoted-printable; 1 or 3 of them. */
const LITERAL = new Uint8Array(256)
for (let byte = 33; byte <= 126; byte++) LITERAL[byte] = 1
LITERAL[61] = 0
LITERAL[9] = 1
LITERAL[32] = 1

const WIDTH = 76
const [TAB, LF, CR, SPACE, EQUALS] = [9, 10, 13, 32, 61]
const HIGH = Uint8Array.from(HEX, (digit) => digit.charCodeAt(0))

type Out = { bytes: Buffer; at: number; column: number }

const writeEscaped = (out: Out, byte: number) => {
  out.bytes[out.at++] = EQUALS
  out.bytes[out.at++] = HIGH[byte >> 4] as number
  out.bytes[out.at++] = HIGH[byte & 15] as number
  out.column += 3
}

const softBreak = (out: Out) => {
  out.bytes[out.at++] = EQUALS
  out.bytes[out.at++] = CR
  out.bytes[out.at++] = LF
  out.column = 0
}

const hardBreak = (out: Out) => {
  out.bytes[out.at++] = CR
  out.bytes[out.at++] = LF
  out.column = 0
}

const endsLine = (source: Uint8Array, index: number) =>
  index >= source.length || source[index] === LF || source[index] === CR

/** Quoted-printable (RFC 2045): lines of at most 76 characters, no blank at a line's end, CRLF line breaks. */
const quotedPrintable = (source: Buffer): string => {
  const out: Out = {
    bytes: Buffer.allocUnsafe(source.length * 3 + Math.ceil(source.length / 24) * 3 + 16),
    at: 0,
    column: 0,
  }
  for (let index = 0; index < source.length; index++) {
    const byte = source[index] as number
    if (byte === LF || (byte === CR && source[index + 1] === LF)) {
      if (byte === CR) index++
      hardBreak(out)
      continue
    }
    const isLiteral = LITERAL[byte] === 1 && !((byte === SPACE || byte === TAB) && endsLine(source, index + 1))
    // The last column is kept free for the `=` of a soft break.
    if (out.column + (isLiteral ? 1 : 3) > WIDTH - 1) softBreak(out)
    if (isLiteral) {
      out.bytes[out.at++] = byte
      out.column++
    } else writeEscaped(out, byte)
  }
  if (out.column) hardBreak(out)
  return out.bytes.toString('latin1', 0, out.at)
}

/** Base64 in lines of 76 characters. */
export const base64Lines = (source: Buffer): string => {
  const text = source.toString('base64')
  let lines = ''
  for (let at = 0; at < text.length; at += WIDTH) lines += `${text.slice(at, at + WIDTH)}\r\n`
  return lines
}

/** A part's text in the encoding that suits it: quoted-printable, or base64 where most of it is not ASCII. */
export const encodeText = (text: string): { encoding: 'quoted-printable' | 'base64'; body: string } => {
  const source = Buffer.from(text)
  const foreign = source.length - text.length
  return foreign * 3 > source.length
    ? { encoding: 'base64', body: base64Lines(source) }
    : { encoding: 'quoted-printable', body: quotedPrintable(source) }
}
