import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../smtp/chunks.ts'
import { type BuiltMail, buildMail, mailSource } from './buildMail.ts'
import { relaxedHeader, type SigningKey, signMail, simpleBody } from './dkim.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed = generateKeyPairSync('ed25519')
const RSA: SigningKey = { domain: 'example.com', selector: 'r', algorithm: 'rsa-sha256', key: rsa.privateKey }
const ED: SigningKey = { domain: 'example.com', selector: 'e', algorithm: 'ed25519-sha256', key: ed.privateKey }
const RECORDS: Record<string, string> = {
  'r._domainkey.example.com': `v=DKIM1; k=rsa; p=${rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  'e._domainkey.example.com': `v=DKIM1; k=ed25519; p=${ed.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`,
}
const resolver = async (name: string) => [[RECORDS[name] ?? '']]
const at = new Date()

const built = (html: string, subject = 'Grüße, and a rather long subject so that it has to be folded somewhere') =>
  buildMail({
    messageId: '<1.2.3@example.com>',
    date: at,
    from: { name: 'Ada', address: 'ada@example.com' },
    to: 'grace@example.org',
    subject,
    html,
    text: 'Some   text\twith blanks  \n\n\n',
    extra: [
      ['List-Unsubscribe', '<https://example.com/u/1>, <mailto:u@example.com>'],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    ],
  })

const sourceOf = async ({ headers, body }: BuiltMail, keys: readonly SigningKey[]) =>
  bytesOf(mailSource([...(await signMail(headers, body, keys, at)), ...headers], body)).toString('latin1')

const verdicts = async (source: string) => {
  const { results } = await dkimVerify(source, { resolver })
  return results.map((one: { status: { result: string } }) => one.status.result)
}

describe('signatures', () => {
  it.each([
    '<p>Hello</p>',
    '<p>two  blanks\tand tabs \n\n\n</p>\n\n',
    `<p>${'lang und breit – '.repeat(300)}</p>`,
    `<p>${'すべて'.repeat(300)}</p>`,
  ])('are accepted by another library for %j', async (html) => {
    expect(await verdicts(await sourceOf(built(html), [RSA, ED]))).toEqual(['pass', 'pass'])
  })

  it('break when the body, a signed field or the sender is changed', async () => {
    const source = await sourceOf(built('<p>Hello</p>'), [RSA])
    expect(await verdicts(source)).toEqual(['pass'])
    expect(await verdicts(source.replace('Hello', 'Jello'))).not.toContain('pass')
    expect(await verdicts(source.replace('One-Click', 'Two-Click'))).not.toContain('pass')
    expect(await verdicts(`From: <evil@example.net>\r\n${source}`)).not.toContain('pass')
  })

  it('hold where a provider puts fields of its own in place of those that were left unsigned', async () => {
    const { headers, body } = built('<p>Hello</p>')
    const signed = await signMail(headers, body, [RSA], at, ['message-id', 'date'])
    const source = bytesOf(mailSource([...signed, ...headers], body)).toString('latin1')
    const replaced = source.replace(/^Message-ID: .*$/m, 'Message-ID: <0100@ses>').replace(/^Date: .*$/m, 'Date: today')
    expect(replaced).not.toBe(source)
    expect(await verdicts(replaced)).toEqual(['pass'])
    const all = await sourceOf(built('<p>Hello</p>'), [RSA])
    expect(await verdicts(all.replace(/^Message-ID: .*$/m, 'Message-ID: <0100@ses>'))).toEqual(['fail'])
  })

  it('are absent without a key', async () => {
    const mail = built('<p>Hello</p>')
    expect(await signMail(mail.headers, mail.body, [], at)).toEqual([])
  })
})

describe('canonical form (RFC 6376, 3.4.5)', () => {
  it('of a header', () => {
    expect(relaxedHeader('A', ' X')).toBe('a:X')
    expect(relaxedHeader('B ', ' Y\t\r\n\tZ  ').replace(' :', ':')).toBe('b:Y Z')
  })
  it('of a body', () => {
    const form = (body: string) => Buffer.from(simpleBody(Buffer.from(body))).toString()
    expect(form(' C \r\nD \t E\r\n\r\n\r\n')).toBe(' C \r\nD \t E\r\n')
    expect(form('\r\n\r\n')).toBe('\r\n')
    expect(form('')).toBe('\r\n')
    expect(form('no end')).toBe('no end\r\n')
  })
})
