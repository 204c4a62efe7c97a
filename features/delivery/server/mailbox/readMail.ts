/** The few things of a mail that its list entry shows. */
export type MailHead = { messageId: string; from: string; to: string; subject: string; snippet: string }

const decode = (charset: string, bytes: Buffer): string => {
  try {
    return new TextDecoder(charset.toLowerCase()).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const quoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Encoded words (RFC 2047) as text. */
export const decodeWords = (value: string): string =>
  value
    .replace(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?([^?*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi, (_whole, charset: string, kind: string, text: string) =>
      decode(charset, kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quoted(text.replaceAll('_', ' '))),
    )

/** The header fields of a mail, unfolded, in order. */
export const readHeaders = (source: string): { name: string; value: string }[] => {
  const end = source.search(/\r?\n\r?\n/)
  return (end < 0 ? source : source.slice(0, end))
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':')
      return colon > 0 ? [{ name: line.slice(0, colon), value: line.slice(colon + 1).trim() }] : []
    })
}

const SNIPPET_SOURCE = 3_000
const SNIPPET = 180

const snippetOf = (source: string): string => {
  const start = /^Content-Type:\s*text\/plain[^\n]*(?:\n[ \t][^\n]*)*/im.exec(source)
  if (!start) return ''
  const part = source.slice(start.index)
  const body = part.search(/\r?\n\r?\n/)
  if (body < 0) return ''
  const encoding = /^Content-Transfer-Encoding:\s*(\S+)/im.exec(part.slice(0, body))?.[1]?.toLowerCase()
  const raw = part.slice(body, body + SNIPPET_SOURCE).replace(/\r?\n--[^\n]*[\s\S]*$/, '')
  const bytes =
    encoding === 'base64'
      ? Buffer.from(raw, 'base64')
      : encoding === 'quoted-printable'
        ? quoted(raw)
        : Buffer.from(raw, 'latin1')
  return bytes.toString('utf8').replace(/\s+/g, ' ').trim().slice(0, SNIPPET)
}

/** Reads what the list shows, without taking the whole mail apart. */
export const readHead = (source: string): MailHead => {
  const headers = readHeaders(source)
  const value = (name: string) =>
    decodeWords(headers.find((header) => header.name.toLowerCase() === name)?.value ?? '').slice(0, 1_000)
  return {
    messageId: value('message-id'),
    from: value('from'),
    to: value('to'),
    subject: value('subject'),
    snippet: snippetOf(source),
  }
}
