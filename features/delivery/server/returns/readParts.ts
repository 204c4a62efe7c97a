import { decodeWords, readHeaders } from '../mailbox/readMail.ts'

/** One part of a mail that holds no further parts. `text` of an enclosed mail is its source. */
export type MimePart = { type: string; of(name: string): string; text: string }

/** A mail taken apart as far as what comes back needs it. */
export type Taken = {
  /** The value of a header field, the first one; empty where there is none. */
  of(name: string): string
  type: string
  parts: readonly MimePart[]
}

/** What comes back says what it has to say at its beginning; the rest is our own mail. */
const MOST_BYTES = 512 << 10
const MOST_PARTS = 50
const DEEPEST = 6

const valuesOf = (source: string) => {
  const values = new Map<string, string>()
  for (const { name, value } of readHeaders(source)) {
    const key = name.toLowerCase()
    if (!values.has(key)) values.set(key, value)
  }
  return (name: string) => values.get(name) ?? ''
}

const typeOf = (value: string) => /^\s*([\w.+-]+\/[\w.+-]+)/.exec(value)?.[1]?.toLowerCase() ?? 'text/plain'

const boundaryOf = (value: string) => {
  const found = /boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(value)
  return found?.[1] ?? found?.[2]
}

const decoderOf = (charset: string) => {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder('latin1')
  }
}

const quoted = (text: string) =>
  text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const decoded = (body: string, of: MimePart['of']) => {
  const encoding = of('content-transfer-encoding').trim().toLowerCase()
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(of('content-type'))?.[1] ?? 'utf-8'
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? quoted(body) : body, 'latin1')
  return decoderOf(charset).decode(bytes)
}

const split = (source: string) => {
  if (source.startsWith('\n')) return { head: '', body: source.slice(1) }
  const end = source.indexOf('\n\n')
  return end < 0 ? { head: source, body: '' } : { head: source.slice(0, end + 1), body: source.slice(end + 2) }
}

const walk = (source: string, depth: number, parts: MimePart[]): MimePart => {
  const { head, body } = split(source)
  const of = valuesOf(head)
  const type = head.trim() ? typeOf(of('content-type')) : 'text/plain'
  const boundary = type.startsWith('multipart/') ? boundaryOf(of('content-type')) : undefined
  const part = { type, of, text: '' }
  if (boundary && depth < DEEPEST) {
    // What stands before the first boundary is for old programs; what stands behind the last one is for nobody.
    const [, ...pieces] = `\n${body}`.split(`\n--${boundary}`)
    for (const piece of pieces) {
      if (piece.startsWith('--') || parts.length >= MOST_PARTS) break
      walk(piece.slice(piece.indexOf('\n') + 1), depth + 1, parts)
    }
    if (pieces.length) return part
  }
  part.text = decoded(body, of)
  parts.push(part)
  return part
}

/** Takes a mail apart; whatever is wrong with it, it comes to an end soon and throws nothing. */
export const readParts = (raw: Buffer): Taken => {
  const source = raw.subarray(0, MOST_BYTES).toString('latin1').replace(/\r\n?/g, '\n').replace(/^\n+/, '')
  const parts: MimePart[] = []
  const { of, type } = walk(source, 0, parts)
  return { of: (name) => decodeWords(Buffer.from(of(name), 'latin1').toString('utf8')), type, parts }
}

const MOST_WORDS = 64 << 10
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}

const withoutTags = (html: string) =>
  html
    .replace(/<(?:br|\/p|\/div|\/tr|\/td)\b[^<>]*>/gi, '\n')
    .replace(/<[a-z!/][^<>]*>/gi, ' ')
    .replace(/&(?:lt|gt|nbsp|amp|quot|#39);/g, (entity) => ENTITIES[entity] ?? ' ')

/** What a mail says in words: its plain texts, else its HTML without tags. Cut short where no server would go on. */
export const wordsOf = ({ parts }: Taken): string => {
  const of = (isWanted: (type: string) => boolean) =>
    parts.filter(({ type, text }) => isWanted(type) && text.trim()).map(({ text }) => text.slice(0, MOST_WORDS))
  const plain = of((type) => type === 'text/plain')
  const html = plain.length ? [] : of((type) => type === 'text/html').map(withoutTags)
  // A part that says that it has parts, and where they begin cannot be seen.
  const texts = [plain, html, of((type) => type.startsWith('multipart/'))].find((some) => some.length) ?? []
  return texts
    .join('\n')
    .slice(0, MOST_WORDS)
    .replace(/(.{600}).+/g, '$1')
}
