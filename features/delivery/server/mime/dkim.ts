import { hash, type KeyObject, sign } from 'node:crypto'
import type { Header } from './headers.ts'

/** A domain's signing key as it is used. */
export type SigningKey = {
  domain: string
  selector: string
  algorithm: 'rsa-sha256' | 'ed25519-sha256'
  key: KeyObject
}

/** Fields that are signed where they are there; From is signed once more than it occurs, so that none can be added. */
const SIGNED = [
  'from',
  'to',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-id',
  'feedback-id',
]

/** RFC 6376, 3.4.2. */
export const relaxedHeader = (name: string, value: string): string =>
  `${name.toLowerCase()}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`

/** RFC 6376, 3.4.4. */
export const relaxedBody = (body: string): string => {
  const squeezed = body.replace(/[ \t]{2,}|\t/g, ' ').replace(/ \r\n/g, '\r\n')
  let end = squeezed.length
  while (squeezed.startsWith('\r\n', end - 2) && end >= 2) end -= 2
  return end ? `${squeezed.slice(0, end)}\r\n` : ''
}

const signature = (key: SigningKey, data: Buffer) =>
  new Promise<string>((resolve, reject) => {
    const done = (error: Error | null, bytes: Buffer) => (error ? reject(error) : resolve(bytes.toString('base64')))
    // RSA costs about a millisecond and goes to the thread pool; Ed25519 signs the hash (RFC 8463) at once.
    if (key.algorithm === 'rsa-sha256') sign('sha256', data, key.key, done)
    else resolve(sign(null, hash('sha256', data, 'buffer'), key.key).toString('base64'))
  })

const folded = (text: string) => text.replace(/.{72}(?=.)/g, '$&\r\n ')

/** The DKIM-Signature fields of a mail, one for each key (RFC 6376, RFC 8463; relaxed/relaxed). */
export const signMail = async (
  headers: readonly Header[],
  body: string,
  keys: readonly SigningKey[],
  at: Date,
): Promise<Header[]> => {
  if (!keys.length) return []
  const bodyHash = hash('sha256', Buffer.from(relaxedBody(body), 'latin1'), 'base64')
  const present = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
  const names = SIGNED.filter((name) => present.has(name))
  const signedText = names.map((name) => relaxedHeader(name, present.get(name) as string)).join('\r\n')
  const seconds = Math.floor(at.getTime() / 1000)
  return Promise.all(
    keys.map(async (key): Promise<Header> => {
      const fields =
        `v=1; a=${key.algorithm}; c=relaxed/relaxed; d=${key.domain};\r\n s=${key.selector}; t=${seconds};\r\n` +
        ` h=${[...names, 'from'].join(':').replace(/.{50,70}:/g, '$&\r\n ')};\r\n bh=${bodyHash};\r\n b=`
      const data = `${signedText}\r\n${relaxedHeader('DKIM-Signature', fields)}`
      return ['DKIM-Signature', `${fields}${folded(await signature(key, Buffer.from(data, 'latin1')))}`]
    }),
  )
}
