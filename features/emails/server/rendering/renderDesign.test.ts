import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blocksOf, type Design, isDesign } from '../../contract/design.ts'
import { lexicalHtml } from '../../contract/lexicalHtml.ts'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { plainText } from '../template/plainText.ts'
import { renderContent } from './renderContent.ts'
import { renderDesign } from './renderDesign.ts'

const ICONS = { socialIcons: 'https://icons.example' }
const render = (...blocks: ReturnType<typeof buildBlock>[]) => renderDesign(buildDesign(blocks), ICONS)
const LINK = { name: 'web', values: { href: 'https://a.example/{{ person.id }}?x=1', target: '_blank' } }

describe('a design', () => {
  test('becomes a document of tables with what Outlook needs', () => {
    const html = render(buildBlock('text', { text: '<p>Hello</p>' }))
    expect(html).toMatch(/^<!DOCTYPE HTML PUBLIC/)
    expect(html).toContain('<!--[if (mso)|(IE)]>')
    expect(html).toContain('max-width: 600px')
    expect(html).toContain('<p>Hello</p>')
    expect(html).not.toContain('undefined')
  })

  test('keeps links of buttons, images and menus, also where only their values are given', () => {
    const html = render(
      buildBlock('button', { text: 'Go', href: LINK }),
      buildBlock('image', {
        src: { url: 'https://a.example/a.png', width: 10, height: 10 },
        altText: 'A',
        action: LINK,
      }),
      buildBlock('menu', { menu: { items: [{ key: '1', text: 'Home', link: LINK }] } }),
    )
    const hrefs = [...html.replace(/<!--[\s\S]*?-->/g, '').matchAll(/href="([^"]*)"/g)].map((match) => match[1])
    expect(hrefs).toEqual(Array(3).fill('https://a.example/{{ person.id }}?x=1'))
  })

  test.each([
    [
      { name: 'email', values: { email: 'a@b.example', subject: 'Hi & you' } },
      'mailto:a@b.example?subject=Hi%20%26%20you',
    ],
    [{ name: 'phone', values: { phone: '+4712' } }, 'tel:+4712'],
    [
      { name: 'web', attrs: { href: '{{href}}?ref=mail' }, values: { href: 'https://a.example' } },
      'https://a.example?ref=mail',
    ],
    [{ name: 'web', values: {}, url: 'https://b.example' }, 'https://b.example'],
  ])('works out the link %j', (href, address) => {
    expect(render(buildBlock('button', { text: 'Go', href }))).toContain(`<a href="${address}"`)
  })

  test('stacks its columns on phones and gives each its share elsewhere', () => {
    const design = buildDesign([])
    design.body.rows = [
      {
        cells: [1, 2],
        columns: [
          { contents: [], values: {} },
          { contents: [], values: {} },
        ],
        values: { noStackMobile: true },
      },
    ]
    const html = renderDesign(design, ICONS)
    expect(html).toContain('.u-col-33p33{width:199.98px!important}')
    expect(html).toContain('.u-col-66p67{width:400.02px!important}')
    expect(html).toContain('display:block!important')
    expect(html).toContain('no-stack')
  })

  test('hides blocks and changes sizes on phones', () => {
    const override = { mobile: { hideMobile: true, fontSize: '11px', evil: 'x}body{display:none' } }
    const html = render(
      buildBlock('text', { text: 'x', _override: override, _meta: { htmlID: 'mine', htmlClassNames: 'mine' } }),
    )
    expect(html).toContain('#mine{display:none!important}')
    expect(html).toContain('#mine .v-font-size{font-size:11px!important}')
    expect(html).not.toContain('evil')
  })

  test('gives every block an id of its own', () => {
    const html = render(
      buildBlock('text', { text: 'a' }),
      buildBlock('text', { text: 'b' }),
      buildBlock('button', { text: 'c' }),
    )
    const ids = [...html.matchAll(/id="(u_content_\w+)"/g)].map((match) => match[1])
    expect(ids).toEqual(['u_content_text_1', 'u_content_text_2', 'u_content_button_1'])
  })

  test('shows a label with signs as it is written', () => {
    expect(render(buildBlock('button', { text: 'A &amp; B &lt;3' }))).toContain('A &amp; B &lt;3')
  })

  test('leaves unknown blocks out and everything else in', () => {
    const html = render(buildBlock('carousel', { text: 'unknown' }), buildBlock('text', { text: 'known' }))
    expect(html).toContain('known')
    expect(html).not.toContain('>unknown')
  })

  test('is not changed by being rendered', () => {
    const design = buildDesign([buildBlock('button', { text: 'x' }), buildBlock('image'), buildBlock('social')])
    const before = structuredClone(design)
    renderDesign(design, ICONS)
    expect(design).toEqual(before)
  })

  test.each([
    [null],
    [{}],
    [{ body: {} }],
    [{ body: { rows: [{}] } }],
    [{ body: { rows: [{ cells: [1], columns: [{ contents: [{}] }] }] } }],
  ])('is none where it is %j', (state) => {
    expect(isDesign(state)).toBe(false)
    expect(renderContent({ type: 'HTML', editor: { type: 'unlayer', state } }, ICONS)).toBeUndefined()
  })
})

describe('words kept as Lexical JSON', () => {
  const text = (words: string, format = 0) => ({ type: 'text', text: words, format })
  const root = (...children: object[]) => JSON.stringify({ root: { type: 'root', children } })
  test.each([
    [
      root({ type: 'paragraph', children: [text('a & <b>'), text(' bold', 1)] }),
      '<p style="margin:0">a &amp; &lt;b&gt;<strong> bold</strong></p>',
    ],
    [
      root({ type: 'heading', tag: 'h2', format: 'center', children: [text('T')] }),
      '<h2 style="margin:0;text-align:center">T</h2>',
    ],
    [root({ type: 'heading', tag: 'script', children: [text('T')] }), '<h2 style="margin:0">T</h2>'],
    [
      root({ type: 'list', listType: 'number', children: [{ type: 'listitem', children: [text('1')] }] }),
      '<ol><li>1</li></ol>',
    ],
    [
      root({ type: 'paragraph', children: [{ type: 'link', url: 'https://a.example/?"', children: [text('L')] }] }),
      '<p style="margin:0"><a href="https://a.example/?&quot;" target="_blank">L</a></p>',
    ],
    [
      root({ type: 'paragraph', children: [{ type: 'merge-tag', children: [text('inner')] }, { type: 'linebreak' }] }),
      '<p style="margin:0">inner<br></p>',
    ],
    [root({ type: 'mystery', text: 'words' }), 'words'],
    ['not json', ''],
    [undefined, ''],
  ])('%s', (json, html) => {
    expect(lexicalHtml(json)).toBe(html)
  })

  test('are shown by headings and paragraphs', () => {
    const textJson = root({ type: 'paragraph', children: [text('From JSON')] })
    expect(render(buildBlock('paragraph', { textJson }))).toContain('From JSON')
    expect(render(buildBlock('paragraph', { text: '<p>From HTML</p>' }))).toContain('From HTML')
    expect(render(buildBlock('heading', { text: 'old', textJson }))).toContain('From JSON')
  })
})

describe('other editors', () => {
  test('rich text stands in a table with its styles in the elements, Liquid untouched', () => {
    const text = '<h2>Hi {{ person.first_name | default: "you" }}</h2><p>{% if person.id > 1 %}yes{% endif %}</p>'
    const html = renderContent({ type: 'HTML', editor: { type: 'richtext', state: { html: text } } }, ICONS) ?? ''
    expect(html).toContain('width="600"')
    expect(html).toMatch(
      /<h2 style="[^"]*font-size: 20px[^"]*">Hi \{\{ person\.first_name \| default: "you" \}\}<\/h2>/,
    )
    expect(html).toContain('{% if person.id > 1 %}yes{% endif %}')
  })

  test('what an HTML editor made of quotes in Liquid is turned back', () => {
    const text = '<p>{{ person.first_name | default: &quot;you&quot; }}{{&nbsp;person.id&nbsp;}}</p>'
    const html = renderContent({ type: 'HTML', editor: { type: 'richtext', state: { html: text } } }, ICONS) ?? ''
    expect(html).toContain('{{ person.first_name | default: "you" }}{{ person.id }}')
  })

  test('plain text is escaped, Liquid in it is not', () => {
    const html = renderContent(
      { type: 'text', editor: { type: 'preview', state: null, html: 'a < b {{ "x" }}' } },
      ICONS,
    )
    expect(html).toContain('a &lt; b {{ "x" }}')
  })
})

// Real designs lie outside the repository; name their folder to hold them against the editor.
const folder = process.env.UNLAYER_DESIGNS ?? join(import.meta.dirname, '../../../../../shared/data/unlayer')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []

describe.runIf(files.length)('real designs', () => {
  const words = (html: string) =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/&nbsp;/g, ' ')
      .split(/\s+/)
      .filter((word) => /^[\w.]{3,}$/.test(word))
  test.each(files)('%s is shown without losing a word and kept as it is', (name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const design = JSON.parse(text) as Design
    const html = renderDesign(design, ICONS)
    expect(JSON.stringify(design)).toBe(JSON.stringify(JSON.parse(text)))
    const shown = plainText(html)
    for (const { type, values } of blocksOf(design)) {
      if (!['text', 'heading', 'button'].includes(type)) continue
      for (const word of words(
        typeof values.textJson === 'string' ? lexicalHtml(values.textJson) : String(values.text ?? ''),
      )) {
        expect(shown).toContain(word)
      }
    }
  })
})
