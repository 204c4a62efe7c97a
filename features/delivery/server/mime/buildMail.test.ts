import { simpleParser } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../smtp/chunks.ts'
import { buildMail, type Mail, mailDate, mailSource } from './buildMail.ts'
import { encodeText } from './encode.ts'
import { addressValue, fold, isMailable, textValue } from './headers.ts'

const mail = (changes: Partial<Mail> = {}): Mail => ({
  messageId: '<1.a.b@mail.example.com>',
  date: new Date('2026-11-21T09:08:07Z'),
  from: { name: 'Ada', address: 'ada@example.com' },
  to: 'grace@example.org',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  ...changes,
})

const parsed = (changes: Partial<Mail> = {}) => {
  const built = buildMail(mail(changes))
  const source = bytesOf(mailSource(built.headers, built.body)).toString('latin1')
  return { source, read: () => simpleParser(source) }
}

const TEXTS = [
  'plain',
  'Grüße aus Köln – 5 € für „alles“',
  'こんにちは、世界。これは長い件名です。とても長いので、折り返す必要があります。まだ続きます。もう少し。',
  '👩‍👩‍👧‍👦 family '.repeat(12),
  'a =?UTF-8?B?eA==?= trick',
  `${'long words '.repeat(30)}end`,
  'x'.repeat(300),
  'tab\tand  two spaces',
]

describe('a mail that is written out', () => {
  it.each(TEXTS)('carries the subject %j', async (subject) => {
    const { source, read } = parsed({ subject })
    expect((await read()).subject?.replace(/\s+/g, ' ')).toBe(subject.replace(/\s+/g, ' ').trim())
    for (const line of source.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
    expect(Buffer.byteLength(source)).toBe(source.length)
  })

  it.each([
    'line one\nline two',
    'trailing blanks   \nand\ttabs\t',
    '.leading dot\n..two',
    `${'a very long line '.repeat(40)}`,
    'Ünï­cödé – ✓ '.repeat(50),
    'すべての行'.repeat(80),
    'equals = =3D =\nend=',
    'carriage\r\nreturn',
    'no end of line',
    '',
  ])('carries the text %j', async (text) => {
    const { source, read } = parsed({ text, html: `<p>${text}</p>` })
    const mail = await read()
    const normal = text.replace(/\r\n/g, '\n')
    expect((mail.text ?? '').replace(/\n$/, '')).toBe(normal.replace(/\n$/, ''))
    expect(String(mail.html).replace(/\n$/, '')).toBe(`<p>${normal}</p>`)
    for (const line of source.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
  })

  it('lets nobody add a header', async () => {
    const evil = 'x\r\nBcc: victim@example.net\r\n\r\nbody'
    const { read, source } = parsed({
      subject: evil,
      from: { name: evil, address: 'ada@example.com' },
      replyTo: { name: evil, address: 'b@example.com' },
      extra: [['X-Note', evil]],
    })
    expect((await read()).bcc).toBeUndefined()
    expect(source).not.toMatch(/^bcc:/im)
  })

  it('says names as they are', async () => {
    for (const name of ['Ada Lovelace', 'Lovelace, Ada "the first"', 'Ä. Lövelace', 'a@b', 'x'.repeat(90)]) {
      const { read } = parsed({ from: { name, address: 'ada@example.com' } })
      expect((await read()).from?.value[0]).toMatchObject({ name, address: 'ada@example.com' })
    }
  })

  it('is text alone where there is no HTML', async () => {
    const { source, read } = parsed({ html: '' })
    expect(source).not.toContain('multipart')
    expect((await read()).text?.trim()).toBe('Hello')
  })

  it('writes dates in UTC', () => {
    expect(mailDate(new Date('2026-01-05T03:04:05Z'))).toBe('Mon, 5 Jan 2026 03:04:05 +0000')
  })
})

describe('encoding', () => {
  it('takes base64 where most is not ASCII', () => {
    expect(encodeText('すべての行').encoding).toBe('base64')
    expect(encodeText('Grüße').encoding).toBe('quoted-printable')
  })
})

describe('headers', () => {
  it('fold at spaces', () => {
    expect(fold('Subject', 'short')).toBe('short')
    for (const line of textValue('Subject', 'word '.repeat(60)).split('\r\n'))
      expect(line.length).toBeLessThanOrEqual(76)
  })
  it('write domains in ASCII', () => {
    expect(addressValue('To', '', 'ada@bücher.example')).toBe('<ada@xn--bcher-kva.example>')
  })
  it.each([
    ['ada@example.com', true],
    ["o'neil+tag@sub.example.co.uk", true],
    ['ada@bücher.example', true],
    ['ada', false],
    ['ada@', false],
    ['@example.com', false],
    ['a b@example.com', false],
    ['ada@exa mple.com', false],
    ['ada..b@example.com', false],
    ['ada@example.com>\r\nRCPT TO:<x@y.z', false],
    ['ädä@example.com', false],
    [`${'a'.repeat(65)}@example.com`, false],
  ])('%j can be mailed: %s', (address, can) => expect(isMailable(address)).toBe(can))
})
