import { hash } from 'node:crypto'
import { encodeText } from './encode.ts'
import { addressValue, type Header, oneLine, textValue } from './headers.ts'

/** A mail to be written out. */
export type Mail = {
  /** With its angle brackets. */
  messageId: string
  date: Date
  from: { name: string; address: string }
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  html: string
  text: string
  /** Further fields, already in the form that they are sent in. */
  extra?: readonly Header[]
}

/** A mail in its wire form, apart from signatures. */
export type BuiltMail = { headers: Header[]; body: string }

const part = (type: string, text: string) => {
  const { encoding, body } = encodeText(text)
  return { head: [`Content-Type: ${type}; charset=utf-8`, `Content-Transfer-Encoding: ${encoding}`], encoding, body }
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** A date as mail writes it (RFC 5322), in UTC. */
export const mailDate = (at: Date): string =>
  `${days[at.getUTCDay()]}, ${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`

const content = (mail: Mail): BuiltMail => {
  if (!mail.html) {
    const { encoding, body } = part('text/plain', mail.text)
    return {
      headers: [
        ['Content-Type', 'text/plain; charset=utf-8'],
        ['Content-Transfer-Encoding', encoding],
      ],
      body,
    }
  }
  // Neither encoding can produce "=_", so the boundary never occurs in a part.
  const boundary = `=_${hash('sha256', mail.messageId, 'hex').slice(0, 24)}`
  const parts = [part('text/plain', mail.text), part('text/html', mail.html)]
  const body = parts.map(({ head, body }) => `--${boundary}\r\n${head.join('\r\n')}\r\n\r\n${body}`).join('')
  return {
    headers: [['Content-Type', `multipart/alternative;\r\n boundary="${boundary}"`]],
    body: `${body}--${boundary}--\r\n`,
  }
}

/** Writes a mail out: text alone, or text and HTML as alternatives. */
export const buildMail = (mail: Mail): BuiltMail => {
  const { headers, body } = content(mail)
  const { from, replyTo } = mail
  return {
    body,
    headers: [
      ['From', addressValue('From', from.name, from.address)],
      ['To', addressValue('To', '', mail.to)],
      ...(replyTo ? [['Reply-To', addressValue('Reply-To', replyTo.name, replyTo.address)] as Header] : []),
      ['Subject', textValue('Subject', mail.subject)],
      ['Message-ID', mail.messageId],
      ['Date', mailDate(mail.date)],
      ['MIME-Version', '1.0'],
      ...(mail.extra ?? []).map(([name, value]): Header => [oneLine(name), value.replace(/\r?\n(?![ \t])/g, ' ')]),
      ...headers,
    ],
  }
}

/** The bytes of a mail, ready for the wire but for dot-stuffing. */
export const mailSource = (headers: readonly Header[], body: string): string =>
  `${headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`
