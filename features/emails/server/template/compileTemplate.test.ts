import { describe, expect, test } from 'vitest'
import { buildMailData, buildSlots, buildVersion } from '../../testing/buildVersion.ts'
import { compileTemplate, renderFor } from './compileTemplate.ts'

const page = (body: string) => `<html><head><title></title></head><body>${body}</body></html>`
const mail = (own: Parameters<typeof buildVersion>[0], fields: Record<string, unknown> = {}) =>
  renderFor(compileTemplate(buildVersion(own)), buildMailData(fields), buildSlots())

describe('what a person holds', () => {
  test('is escaped in HTML and left alone in text and subject', () => {
    const nasty = '<script>"A" & \'B\'</script>'
    const { html, text, subject } = mail(
      {
        subject: 'For {{ person.company }}',
        html: page('<p>{{ person.company }}</p><i title="{{ person.company }}">x</i>'),
      },
      { company: nasty },
    )
    expect(html).not.toContain('<script>')
    expect(html).toContain('<p>&lt;script&gt;&#34;A&#34; &amp; &#39;B&#39;&lt;/script&gt;</p>')
    expect(html).toContain('title="&lt;script&gt;&#34;A&#34;')
    expect(text).toBe(`${nasty}\n\nx`)
    expect(subject).toBe(`For ${nasty}`)
  })

  test('is escaped once where the writer asks for it too', () => {
    const { html, text } = mail({ html: page('<p>{{ person.company | escape }}</p>') }, { company: 'A & B' })
    expect(html).toContain('<p>A &amp; B</p>')
    expect(text).toBe('A & B')
  })

  test('is not escaped where the writer trusts it', () => {
    const { html } = mail({ html: page('{{ person.bio | raw }}') }, { bio: '<b>bold</b>' })
    expect(html).toContain('<b>bold</b>')
  })

  test('is never run as Liquid', () => {
    const { html } = mail(
      { html: page('{{ person.company }}') },
      { company: '{{ account.name }}{% if true %}x{% endif %}' },
    )
    expect(html).toContain('{{ account.name }}{% if true %}x{% endif %}')
  })

  test('cannot begin another header', () => {
    const { subject, fromName } = mail(
      { subject: 'Hi {{ person.firstName }}', fromName: '{{ person.firstName }} at Acme' },
      { firstName: 'Ann\r\nBcc: all@example.com\u2028X' },
    )
    expect(subject).toBe('Hi Ann Bcc: all@example.com X')
    expect(fromName).not.toMatch(/[\r\n\u2028]/)
  })

  test.each([
    ['{{ person.first_name }}', 'Ada'],
    ['{{ person.firstName }}', 'Ada'],
    ['{{ person.name }}', 'Ada Byron'],
    ['{{ person.email }}', 'ada@example.com'],
    ['{{ person.id }}', '7'],
    ["{{ person.nick | default: 'friend' }}", 'friend'],
    ['{{ person.company.name }}', 'Engines'],
    ['{{ account.mailing_address }}', '1 Mill Lane'],
    ['{{ person.constructor }}{{ person.__proto__ }}{{ account.toString }}', ''],
    ["{{ person.born | date: '%d %b %Y' }}", '10 Dec 1815'],
    ["{{ '2026-01-01T23:30:00Z' | date: '%Y-%m-%d %H:%M', 'Europe/Berlin' }}", '2026-01-02 00:30'],
    ["{{ 1234.5 | money: 'EUR' }}", '€1,234.50'],
  ])('%s shows %j', (liquid, shown) => {
    const fields = { firstName: 'Ada', lastName: 'Byron', 'company.name': 'Engines', born: '1815-12-10' }
    expect(mail({ subject: liquid }, fields).subject).toBe(shown)
    expect(mail({ html: page(`<p>${liquid}</p>`) }, fields).html).toContain(`<p>${shown}</p>`)
  })
})

describe('links', () => {
  test('are rewritten once each; what is not a web address stays', () => {
    const html = page(
      '<a href="https://a.example/?x=1&amp;y=2">A</a><a class="b" href=\'http://b.example\'>B</a>' +
        '<a href="mailto:x@example.com">M</a><a href="#top">T</a><a href="{{ unsubscribe_url }}">U</a>' +
        '<a data-no-track href="https://c.example">C</a>',
    )
    const template = compileTemplate(buildVersion({ html }))
    expect(template.links).toEqual([
      { index: 0, url: 'https://a.example/?x=1&y=2', isDynamic: false },
      { index: 1, url: 'http://b.example', isDynamic: false },
    ])
    expect(template.hasUnsubscribe).toBe(true)
    const { html: out, text } = renderFor(template, buildMailData(), buildSlots())
    expect(out).toContain('href="https://t.example/c/1/0?u=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D2"')
    expect(out).toContain("href='https://t.example/c/1/1?u=http%3A%2F%2Fb.example'")
    expect(out).toContain('href="mailto:x@example.com"')
    expect(out).toContain('href="https://t.example/u/1?a=1&amp;b=2"')
    expect(out).toContain('href="https://c.example"')
    expect(text).toContain('A (https://t.example/c/1/0')
  })

  test('with Liquid in them are worked out for each reader, also in loops', () => {
    const html = page(
      '<a href="https://a.example/{{ person.id }}?c={{ person.city }}">A</a>' +
        '{% for item in event.items %}<a href="{{ item.url }}">{{ item.name }}</a>{% endfor %}<a href="{{ person.site }}">S</a>',
    )
    const template = compileTemplate(buildVersion({ html }))
    expect(template.links.map((link) => link.isDynamic)).toEqual([true, true, true])
    const data = {
      ...buildMailData({ city: 'A&B', site: 'javascript:alert(1)' }),
      event: {
        items: [
          { url: 'https://i.example/1', name: 'One' },
          { url: 'https://i.example/2', name: 'Two' },
        ],
      },
    }
    const seen: [number, string][] = []
    const { html: out } = renderFor(
      template,
      data,
      buildSlots({ link: (index, url) => `https://t/${seen.push([index, url])}` }),
    )
    expect(seen.slice(0, 3)).toEqual([
      [0, 'https://a.example/7?c=A&B'],
      [1, 'https://i.example/1'],
      [1, 'https://i.example/2'],
    ])
    expect(out).toContain('<a href="https://t/2">One</a>')
    expect(out).not.toContain('href="https://t/javascript')
  })

  test('stay as written where nobody tracks', () => {
    const template = compileTemplate(buildVersion({ html: page('<a href="https://a.example/?x=1&amp;y=2">A</a>') }))
    const { html } = renderFor(template, buildMailData(), { unsubscribeUrl: '' })
    expect(html).toContain('<a href="https://a.example/?x=1&amp;y=2">A</a>')
    expect(html).not.toContain('<img')
  })
})

describe('the document', () => {
  test('carries title, hidden preheader and the pixel at its end', () => {
    const { html, preheader } = mail({
      subject: 'A < {{ person.id }}',
      preheader: 'Soon & {{ person.id }}',
      html: page('<p>x</p>'),
    })
    expect(html).toContain('<title>A &lt; 7</title>')
    expect(html).toMatch(/<body><div class="preheader"[^>]*display:none[^>]*>Soon &amp; 7/)
    expect(html).toMatch(/<p>x<\/p><img src="https:\/\/t\.example\/o\/1\.gif"[^>]*><\/body>/)
    expect(preheader).toBe('Soon & 7')
  })

  test('has a plain-text part without the preheader', () => {
    const { text } = mail({
      preheader: 'Hidden',
      html: page(
        '<!--[if mso]>Outlook<![endif]--><h1>Title</h1><p>One {{ person.id }}</p><ul><li>a</li><li>b</li></ul>',
      ),
    })
    expect(text).toBe('Title\n\nOne 7\n\n - a\n - b')
  })
})
