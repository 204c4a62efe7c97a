import { compileTemplate, fillFor, joined, renderFor } from '@millrace/emails/server'
import { buildMailData, buildSlots, buildVersion } from '@millrace/emails/testing'
import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { describe, expect, it, test } from 'vitest'
import { withFooter } from '../compose/footer.ts'
import { bytesOf, type Chunk } from '../smtp/chunks.ts'
import { buildMail, type MailText, mailSource } from './buildMail.ts'
import { encodeText } from './encode.ts'
import { encodeFilled } from './encodeFilled.ts'

/** Quoted-printable by the letter of RFC 2045, line by line. */
const decoded = (encoded: string) => {
  const whole = encoded.replace(/[ \t]+(?=\r\n)/g, '').replace(/=\r\n/g, '')
  const bytes = whole.replace(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')
}

const wire = (chunks: readonly Chunk[]) => bytesOf(chunks).toString('latin1')

const snippet = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    '',
    ' ',
    '\t',
    '.',
    '..',
    '=',
    '\n',
    ' \n',
    '\n.',
    '.\n',
    'é',
    '👩‍👩‍👧',
    'x'.repeat(74),
    'x'.repeat(75),
    'x'.repeat(76),
  ),
  fc.constantFrom('='.repeat(40), '.'.repeat(100), 'ä'.repeat(60), 'Dear ', '<p style="a=b">', 'a\tb  c', 'one\r\ntwo'),
)
// A line break in two halves, one in a piece and one in a value, is two line breaks: no template is written so.
const whole = snippet.filter((text) => !text.startsWith('\n') && !text.endsWith('\r') && text.isWellFormed())

test('what is encoded in pieces reads like the whole', () => {
  fc.assert(
    fc.property(
      fc.array(whole, { minLength: 1, maxLength: 8 }),
      fc.array(fc.array(whole, { minLength: 7, maxLength: 7 }), { minLength: 1, maxLength: 3 }),
      (pieces, mails) => {
        for (const all of mails) {
          const filled = { pieces, values: all.slice(0, pieces.length - 1) }
          const text = joined(filled)
          const { encoding, chunks } = encodeFilled(filled)
          const encoded = wire(chunks)
          if (encoding === 'base64') {
            expect(Buffer.from(encoded, 'base64').toString()).toBe(text)
            continue
          }
          expect(decoded(encoded).replace(/\n$/, '')).toBe(text.replaceAll('\r\n', '\n').replace(/\n$/, ''))
          expect(encoded).toMatch(/^[\t\r\n\x20-\x7e]*$/)
          expect(encoded.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
          expect(encoded).not.toMatch(/.{77}|[ \t]\r\n/)
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('a line begins with no dot, so that nothing has to be doubled on the way', () => {
  const text = `${'a.b.c.d'.repeat(200)}\n.one\n..two\n${'x'.repeat(74)}...\n.`
  for (const encoded of [encodeText(text).body, wire(encodeFilled({ pieces: [text, '.x'], values: ['.y'] }).chunks)]) {
    expect(encoded).not.toMatch(/^\./m)
  }
  expect(decoded(encodeText(text).body)).toBe(`${text}\n`)
})

const read = async (html: MailText, text: MailText) => {
  const messageId = '<1.a.b@mail.example.com>'
  const from = { name: 'Ada', address: 'ada@example.com' }
  const { headers, body } = buildMail({
    messageId,
    date: new Date(),
    from,
    to: 'b@example.org',
    subject: 'x',
    html,
    text,
  })
  const mail = await simpleParser(bytesOf(mailSource(headers, body)))
  return { html: String(mail.html).trimEnd(), text: mail.text?.trimEnd() }
}

const BODIES = [
  '<p>Dear {{ person.firstName }}, {{person.lastName}}{{ person.company }}</p>',
  '{% for x in event.items %}<a href="https://a.example/{{ x }}?n={{ forloop.index }}">{{ x }}</a>{% else %}none{% endfor %}',
  '{% if person.company %}<b title="{{ person.company }}">{{ person.company | upcase }}</b>{% else %}nobody{% endif %}',
  '<a href="https://a.example/?a=1&amp;b={{ person.firstName }}">a</a><a href="https://b.example/">b</a>',
  '<a href="{{ unsubscribe_url }}">out</a> {{ preferences_url }}',
  '{% assign x = person.company %}{{ x }}{% capture y %}<i>{{ x }}</i>{% endcapture %}{{ y | raw }}',
  '{%- if true -%} tight {%- endif -%} {{- person.firstName -}} .',
  "{{ person.company | escape }}{{ person.nick | default: 'friend' }}{{ person.born | date: '%d %b %Y' }}",
  'ひらがなとカタカナのとても長い手紙。{{ person.firstName }} さん、こんにちは。',
  `<p>${'long = line. '.repeat(60)}{{ person.company }}</p>\n\n.\n<pre>  two  blanks \n\t</pre>`,
]
const PEOPLE = [
  {},
  { firstName: 'Ann', lastName: 'Lee', company: 'Acme & Söhne <GmbH>', born: '1990-02-03' },
  { firstName: '.', lastName: '='.repeat(90), company: `${'多'.repeat(40)} \n.\r\n x ` },
]

describe.each(BODIES)('%s', (body) => {
  const email = (fields: Record<string, unknown>) => {
    const html = `<html><head><title></title></head><body>${body}</body></html>`
    const version = { html, subject: 'For {{ person.firstName }}', preheader: 'Soon, {{ person.company }}' }
    const data = { ...buildMailData(fields), event: { items: ['one', 'two&'] } }
    return { template: compileTemplate(buildVersion(version)), data }
  }

  it.each(PEOPLE)('reads in pieces as it does whole, for %j', async (fields) => {
    const { template, data } = email(fields)
    const filled = fillFor(template, data, buildSlots())
    const plain = renderFor(template, data, buildSlots())
    expect(filled.subject).toBe(plain.subject)
    expect(await read(filled.html, filled.text)).toEqual(await read(plain.html, plain.text))
  })

  it('carries the footer at the end of its body', async () => {
    const { template, data } = email({ company: '</body> Ltd' })
    const wayOut = 'https://t.example/u/1?a=1&b=2'
    const filled = fillFor(template, data, buildSlots())
    const footed = withFooter(filled, { sender: 'Acme & Co', mailingAddress: '1 Mill Lane', unsubscribeUrl: wayOut })
    const mail = await read(footed.html, footed.text)
    expect(mail.html).toMatch(
      /Acme &amp; Co, 1 Mill Lane<br><a href="https:\/\/t\.example\/u\/1\?a=1&amp;b=2"[^>]*>Unsubscribe<\/a><\/div><\/body><\/html>$/,
    )
    expect(mail.text).toMatch(/\n\n--\nAcme & Co, 1 Mill Lane\nUnsubscribe: https:\/\/t\.example\/u\/1\?a=1&b=2$/)
    expect(withFooter(filled, { sender: '', mailingAddress: '', unsubscribeUrl: '' }).html.pieces).toBe(
      footed.html.pieces,
    )
  })
})
