import { hash } from 'node:crypto'
import type { Filled } from '@millrace/emails/server'
import type { Chunk } from '../smtp/chunks.ts'
import { encodeText } from './encode.ts'
import { type Encoded, encodeFilled } from './encodeFilled.ts'
import { addressValue, type Header, oneLine, textValue } from './headers.ts'

/** A text as it is, or as what all mails of a version have and what is filled in for one of them. */
export type MailText = string | Filled

/** A mail to be written out. */
export type Mail = {
  /** With its angle brackets. */
  messageId: string
  date: Date
  from: { name: string; address: string }
  to: string
  /** Who else gets it, as its readers see. */
  cc?: readonly string[]
  replyTo?: { name: string; address: string }
  subject: string
  /** Empty where the mail is text alone. */
  html: MailText
  text: MailText
  /** Further fields, already in the form that they are sent in. */
  extra?: readonly Header[]
}

/** A mail in its wire form, apart from signatures. */
export type BuiltMail = { headers: Header[]; body: readonly Chunk[] }

const encode = (text: MailText): Encoded => {
  if (typeof text !== 'string') return encodeFilled(text)
  const { encoding, body } = encodeText(text)
  return { encoding, chunks: [body] }
}

const part = (boundary: string, type: string, text: MailText): Chunk[] => {
  const { encoding, chunks } = encode(text)
  const head = [`--${boundary}`, `Content-Type: ${type}; charset=utf-8`, `Content-Transfer-Encoding: ${encoding}`]
  return [`${head.join('\r\n')}\r\n\r\n`, ...chunks]
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** A date as mail writes it (RFC 5322), in UTC. */
export const mailDate = (at: Date): string =>
  `${days[at.getUTCDay()]}, ${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`

const content = (mail: Mail): BuiltMail => {
  if (!mail.html) {
    const { encoding, chunks } = encode(mail.text)
    return {
      headers: [
        ['Content-Type', 'text/plain; charset=utf-8'],
        ['Content-Transfer-Encoding', encoding],
      ],
      body: chunks,
    }
  }
  // Neither encoding can produce "=_", so the boundary never occurs in a part.
  const boundary = `=_${hash('sha256', mail.messageId, 'hex').slice(0, 24)}`
  const parts = [...part(boundary, 'text/plain', mail.text), ...part(boundary, 'text/html', mail.html)]
  return {
    headers: [['Content-Type', `multipart/alternative;\r\n boundary="${boundary}"`]],
    body: [...parts, `--${boundary}--\r\n`],
  }
}

/** Writes a mail out: text alone, or text and HTML as alternatives. */
export const buildMail = (mail: Mail): BuiltMail => {
  const { headers, body } = content(mail)
  const { from, cc, replyTo } = mail
  return {
    body,
    headers: [
      ['From', addressValue('From', from.name, from.address)],
      ['To', addressValue('To', '', mail.to)],
      ...(cc?.length ? [['Cc', cc.map((address) => addressValue('Cc', '', address)).join(',\r\n ')] as Header] : []),
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

/** A mail as it goes on the wire, but for dot-stuffing. */
export const mailSource = (headers: readonly Header[], body: readonly Chunk[]): Chunk[] => [
  `${headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`,
  ...body,
]
