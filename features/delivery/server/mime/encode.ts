/** The longest line of an encoded text (RFC 2045), without its line break. */
export const WIDTH = 76

/** A text in its wire form. */
export type Encoding = 'quoted-printable' | 'base64'

const hex = (byte: number) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`

/** Each byte of a sign as `=XX`. */
const escaped = (sign: string) => Array.from(Buffer.from(sign), hex).join('')

// Without the flag `u` the search is faster, but it would cut signs beyond the basic plane in two.
const SPECIAL = /[^\t\n\x20-\x7e]/g
const FOREIGN = /[^\t\n\x20-\x7e]/gu

/** The lines of a text, all signs escaped that have to be. */
export const escapedLines = (text: string, isForeign: boolean): string[] => {
  const normal = text.includes('\r') ? text.replace(/\r\n/g, '\n') : text
  return normal
    .replaceAll('=', '=3D')
    .replace(isForeign ? FOREIGN : SPECIAL, escaped)
    .split('\n')
    .map(edgesEscaped)
}

const DOT = 46

/** A blank at the end of a line would be lost on the way, and a dot at its beginning be doubled. */
const edgesEscaped = (line: string): string => {
  const last = line.charCodeAt(line.length - 1)
  const safe = last === 32 || last === 9 ? line.slice(0, -1) + hex(last) : line
  return safe.charCodeAt(0) === DOT ? hex(DOT) + safe.slice(1) : safe
}

/** So many dots in a row are stepped over so that none begins a line; SMTP doubles those that still do. */
const MOST_DOTS = 8

/** Where a line is cut: so that `=` still has room, not inside an escape, and not before a dot. */
const cutOf = (line: string, from: number, room: number) => {
  let to = from + room - 1
  for (let dots = 0; ; dots++) {
    if (line[to - 1] === '=') to -= 1
    else if (line[to - 2] === '=') to -= 2
    if (line.charCodeAt(to) !== DOT || dots >= MOST_DOTS) return Math.max(to, from)
    to -= 1
  }
}

/** A line cut into lines that are short enough; its first sign stands at `column`, and its last one leaves `spare` free. */
export const softBroken = (line: string, column = 0, spare = 0): string => {
  if (line.length <= WIDTH - column - spare) return line
  let lines = ''
  let from = 0
  let room = WIDTH - column
  while (line.length - from > room - spare) {
    const to = cutOf(line, from, room)
    lines += `${line.slice(from, to)}=\r\n`
    from = to
    room = WIDTH
  }
  return lines + line.slice(from)
}

/** Quoted-printable (RFC 2045). It works on whole lines, not on signs: every mail goes through here. */
const quotedPrintable = (text: string, isForeign: boolean): string => {
  const lines = escapedLines(text, isForeign).map((line) => softBroken(line))
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

/** True where a text has signs beyond ASCII. */
export const isForeign = (text: string): boolean => Buffer.byteLength(text) > text.length

/** A part's text in the encoding that suits it: quoted-printable, or base64 where most of it is not ASCII. */
export const encodeText = (text: string): { encoding: Encoding; body: string } => {
  const source = Buffer.from(text)
  const foreign = source.length - text.length
  return foreign * 3 > source.length
    ? { encoding: 'base64', body: base64Lines(source) }
    : { encoding: 'quoted-printable', body: quotedPrintable(text, foreign > 0) }
}
