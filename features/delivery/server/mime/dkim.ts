import { hash, type KeyObject, sign } from 'node:crypto'
import { type Chunk, scratchpad } from '../smtp/chunks.ts'
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
  'cc',
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

const SPACED = /[\t\r]| {2}/

/** RFC 6376, 3.4.2. Most values have nothing that has to be relaxed. */
export const relaxedHeader = (name: string, value: string): string => {
  const relaxed = SPACED.test(value) ? value.replace(/\r\n/g, '').replace(/[ \t]+/g, ' ') : value
  return `${name.toLowerCase()}:${relaxed.trim()}`
}

const CR = 13
const LF = 10

/**
 * RFC 6376, 3.4.3. Our encodings leave no blanks at a line's end, which is what relays meddle with; so the body needs no
 * looser form, and is hashed as it is.
 */
export const simpleBody = (body: Uint8Array): Uint8Array => {
  let end = body.length
  while (end >= 2 && body[end - 2] === CR && body[end - 1] === LF) end -= 2
  return end + 2 <= body.length ? body.subarray(0, end + 2) : Buffer.concat([body, Buffer.from('\r\n')])
}

const signature = (key: SigningKey, data: Buffer) =>
  new Promise<string>((resolve, reject) => {
    const done = (error: Error | null, bytes: Buffer) => (error ? reject(error) : resolve(bytes.toString('base64')))
    // In the thread pool, while the next mails are written out. Ed25519 signs the hash (RFC 8463).
    if (key.algorithm === 'rsa-sha256') sign('sha256', data, key.key, done)
    else sign(null, hash('sha256', data, 'buffer'), key.key, done)
  })

const together = scratchpad()

const folded = (text: string) => text.replace(/.{72}(?=.)/g, '$&\r\n ')

/** The DKIM-Signature fields of a mail, one for each key (RFC 6376, RFC 8463; relaxed/simple). `unsigned` names fields that others will change. */
export const signMail = async (
  headers: readonly Header[],
  body: readonly Chunk[],
  keys: readonly SigningKey[],
  at: Date,
  unsigned: readonly string[] = [],
): Promise<Header[]> => {
  if (!keys.length) return []
  const bodyHash = hash('sha256', simpleBody(together(body)), 'base64')
  const present = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
  const names = SIGNED.filter((name) => present.has(name) && !unsigned.includes(name))
  const signedText = names.map((name) => relaxedHeader(name, present.get(name) as string)).join('\r\n')
  const seconds = Math.floor(at.getTime() / 1000)
  return Promise.all(
    keys.map(async (key): Promise<Header> => {
      const fields =
        `v=1; a=${key.algorithm}; c=relaxed/simple; d=${key.domain};\r\n s=${key.selector}; t=${seconds};\r\n` +
        ` h=${[...names, 'from'].join(':').replace(/.{50,70}:/g, '$&\r\n ')};\r\n bh=${bodyHash};\r\n b=`
      const data = `${signedText}\r\n${relaxedHeader('DKIM-Signature', fields)}`
      return ['DKIM-Signature', `${fields}${folded(await signature(key, Buffer.from(data, 'latin1')))}`]
    }),
  )
}
