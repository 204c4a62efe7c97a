const WIDTH = 76

const hex = (byte: number) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`

/** Each byte of a sign as `=XX`. */
const escaped = (sign: string) => Array.from(Buffer.from(sign), hex).join('')

// Without the flag `u` the search is faster, but it would cut signs beyond the basic plane in two.
const SPECIAL = /[^\t\n\x20-\x7e]/g
const FOREIGN = /[^\t\n\x20-\x7e]/gu

/** Where a line is cut: before its 76th column, but not inside an escape. */
const cutOf = (line: string, from: number) => {
  const to = from + WIDTH - 1
  if (line[to - 1] === '=') return to - 1
  return line[to - 2] === '=' ? to - 2 : to
}

const softBroken = (line: string): string => {
  let lines = ''
  let from = 0
  while (line.length - from > WIDTH) {
    const to = cutOf(line, from)
    lines += `${line.slice(from, to)}=\r\n`
    from = to
  }
  return lines + line.slice(from)
}

/** A blank at the end of a line would be lost on the way. */
const endEscaped = (line: string): string => {
  const last = line.charCodeAt(line.length - 1)
  return last === 32 || last === 9 ? line.slice(0, -1) + hex(last) : line
}

/**
 * Quoted-printable (RFC 2045): lines of at most 76 characters, no blank at a line's end, CRLF line breaks. It works on
 * whole lines, not on signs: every mail goes through here.
 */
const quotedPrintable = (text: string, isForeign: boolean): string => {
  const normal = text.includes('\r') ? text.replace(/\r\n/g, '\n') : text
  const plain = normal.replaceAll('=', '=3D').replace(isForeign ? FOREIGN : SPECIAL, escaped)
  const lines = plain.split('\n').map((line) => softBroken(endEscaped(line)))
  if (lines.at(-1) === '') lines.pop()
  return lines.length ? `${lines.join('\r\n')}\r\n` : ''
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
    : { encoding: 'quoted-printable', body: quotedPrintable(text, foreign > 0) }
}
