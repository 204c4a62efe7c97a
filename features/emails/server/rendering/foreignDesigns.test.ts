import { expect, test } from 'vitest'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { FOREIGN_DESIGNS, SCHEMA_5, SCHEMA_12, SCHEMA_24 } from '../../testing/foreignDesigns.ts'
import { plainText } from '../template/plainText.ts'
import { keptWarnings } from './keptWarnings.ts'
import { renderDesign } from './renderDesign.ts'

const OUTSIDE = { socialIcons: 'https://icons.example', fonts: 'https://m.example/fonts' }

test.each(FOREIGN_DESIGNS)('a design of %s is drawn and left as it is', (_name, design) => {
  const before = structuredClone(design)
  const html = renderDesign(design, OUTSIDE)
  expect(design).toEqual(before)
  expect(html).not.toMatch(/undefined|\[object/)
})

test('what an old design hides on phones is hidden there', () => {
  expect(renderDesign(SCHEMA_5, OUTSIDE)).toContain('#u_content_text_1{display:none!important}')
})

test('what only phones show is hidden in the mail itself', () => {
  const html = renderDesign(SCHEMA_12, OUTSIDE)
  expect(html).toMatch(/hide-default__display-block[^>]*style="display: ?none/)
  expect(html).toMatch(/max-width:620px\).*\.hide-default__display-block\{display:block!important\}/s)
})

test('headers, rows and footers stand in their order, conditions around theirs', () => {
  const text = plainText(renderDesign(SCHEMA_12, OUTSIDE))
  expect(text).toMatch(/Of every mail[\s\S]*For customers[\s\S]*Column 4[\s\S]*Unsubscribe/i)
  expect(renderDesign(SCHEMA_12, OUTSIDE)).toMatch(
    /\{% if person\.plan == 'pro' %\}[\s\S]*For customers[\s\S]*\{% endif %\}/,
  )
})

test('language, title, anchors and pictures behind rows reach the mail', () => {
  const html = renderDesign(SCHEMA_12, OUTSIDE)
  expect(html).toContain('lang="de"')
  expect(html).toContain('<title>News &amp; more</title>')
  expect(html).toContain('name="customers"')
  expect(html).toContain("background-image: url('https://example.com/bg.png')")
  expect(
    renderDesign({ ...SCHEMA_12, body: { ...SCHEMA_12.body, values: { language: { value: 'he' } } } }, OUTSIDE),
  ).toContain('lang="he" dir="rtl"')
})

test('the picture behind a mail reaches it, and no address ends its style', () => {
  const draw = (url: string) =>
    renderDesign(
      { body: { rows: [], values: { backgroundImage: { url, size: 'cover', position: 'top-center' } } } },
      OUTSIDE,
    )
  expect(draw('https://example.com/bg.png')).toMatch(
    /id="u_body_1" background="https:\/\/example.com\/bg.png" style="background-image: url\('https:\/\/example.com\/bg.png'\);[^"]*background-position: top center;background-size: cover/,
  )
  expect(draw(`https://example.com/'"><script>`)).not.toContain('<script')
})

test('what cannot be shown is warned of by its name, and so is a condition from elsewhere', () => {
  const found = keptWarnings(SCHEMA_12).map(({ kind, message, where }) => [kind, where, message] as const)
  expect(found.filter(([kind]) => kind === 'kept').map(([, where]) => where)).toEqual(['b2', 'b3', 'b4', 'b5'])
  expect(found[3]?.[2]).toContain('countdown#tool')
  expect(found.find(([kind]) => kind === 'condition')).toMatchObject([
    'condition',
    'r1',
    expect.stringContaining("person.plan == 'pro'"),
  ])
  expect(keptWarnings(SCHEMA_24)).toEqual([])
})

test('fonts come from here or from the address that the design names, once each', () => {
  const font = (value: string, url?: string) =>
    buildBlock('text', { text: 'x', fontFamily: { label: 'x', value, url } })
  const html = renderDesign(
    buildDesign([
      font("'Roboto',sans-serif", 'https://fonts.example/roboto'),
      font("'Roboto',sans-serif"),
      font("'Lato',sans-serif", 'https://fonts.example/lato?a=1&b=2'),
      font("'Evil'", 'javascript:"><script>'),
      font('arial,helvetica'),
    ]),
    OUTSIDE,
  )
  expect(html.match(/@font-face/g)).toHaveLength(2)
  expect(html).toContain("url('https://m.example/fonts/roboto-latin.woff2')")
  expect([...html.matchAll(/<link href="([^"]*)"/g)].map((match) => match[1])).toEqual([
    'https://fonts.example/lato?a=1&amp;b=2',
  ])
  expect(html).not.toContain('<script')
  expect(renderDesign(buildDesign([font("'Roboto',sans-serif")]), { socialIcons: '' })).not.toContain('@font-face')
})

test('a snippet block stands for its snippet, and says so where it has none', () => {
  const block = (values: object) => ({ ...buildBlock('custom', { ...values }), slug: 'millrace-snippet' })
  expect(renderDesign(buildDesign([block({ snippetId: 12 })]), OUTSIDE)).toContain('{{ snippets[12] }}')
  for (const values of [{}, { snippetId: '12] }}{{ x' }, { snippetId: -1 }]) {
    const design = buildDesign([block(values)])
    expect(renderDesign(design, OUTSIDE)).not.toContain('snippets[')
    expect(keptWarnings(design)).toMatchObject([{ kind: 'content' }])
  }
})
