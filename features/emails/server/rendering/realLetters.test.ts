import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, type Design } from '../../contract/design.ts'
import { lexicalHtml } from '../../contract/lexicalHtml.ts'
import { inlineStyles, withoutScripts } from '../import/importHtml.ts'
import { renderMjml } from '../mjml/renderMjml.ts'
import { renderDesign } from './renderDesign.ts'

// Letters and designs that others made lie outside the repository; where they are not, nothing is held against them.
const folder = join(import.meta.dirname, '../../../../../shared/data')
const find = (pattern: string) =>
  existsSync(folder) ? globSync(pattern, { cwd: folder }).map((name) => [name] as const) : []
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const ENTITIES: Record<string, string> = { '&nbsp;': ' ', '&amp;': '&', '&#x27;': "'", '&#39;': "'", '&quot;': '"' }
const bare = (html: string) =>
  html
    .replace(/<!--[\s\S]*?-->|<(style|title|script)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? ' ')
    .replace(/[^\p{L}\p{N}{}]+/gu, ' ')
const wordsOf = (html: string) => [
  ...new Set(
    bare(html)
      .split(' ')
      .filter((word) => word.length > 2),
  ),
]
const addressesOf = (html: string) => [
  ...new Set(
    [
      ...html
        .replace(/<!--[\s\S]*?-->/g, '')
        .matchAll(/\s(?:href|src|background(?:-url)?)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi),
    ]
      .map(([, double, single]) => (double ?? single ?? '').replaceAll('&amp;', '&').trim())
      .filter((address) => address && !address.startsWith('#')),
  ),
]

/** Everything that was written is in the mail: words, and where links lead and images lie. */
const holds = (html: string, written: string) => {
  const [words, addresses] = [new Set(wordsOf(html)), new Set(addressesOf(html))]
  expect(wordsOf(written).filter((word) => !words.has(word))).toEqual([])
  expect(addressesOf(written).filter((address) => !addresses.has(address))).toEqual([])
}

type Values = Record<string, unknown>

/** Where a block of a design leads and lies, in whatever depth its values say so. */
const addressesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(addressesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Values).flatMap(([name, inner]) =>
    typeof inner === 'string' && /^(?:href|url)$/.test(name) && /^https?:/.test(inner) ? [inner] : addressesIn(inner),
  )
}

describe('designs of the block editor', () => {
  test.each(find('unlayer/*.json'))('%s', (name) => {
    const design = JSON.parse(read(name)) as Design
    const html = renderDesign(design, { socialIcons: 'https://icons.example' })
    const addresses = addressesOf(html)
    for (const { type, values } of blocksOf(design)) {
      const { href, action, fontFamily: _font, ...rest } = values as Values
      const text = typeof values.textJson === 'string' ? lexicalHtml(values.textJson) : String(values.text ?? '')
      holds(html, String(values.html ?? text))
      for (const address of addressesIn([
        type === 'image' ? action : href,
        rest.src,
        rest.menu,
        rest.icons,
        rest.videoUrl,
      ]))
        expect(addresses, `${type} ${address}`).toContain(address.replaceAll('&amp;', '&'))
    }
  })
})

describe('MJML', () => {
  // The compiler is loaded with the first use, which takes long on a busy machine.
  beforeAll(() => renderMjml('<mjml><mj-body></mj-body></mjml>').then(() => undefined), 60_000)

  test.each(find('mjml/**/src/*.mjml'))('%s', async (name) => {
    const mjml = read(name)
    const body = mjml.slice(mjml.indexOf('<mj-body')).replace(/<mj-include[^>]*>/g, '')
    holds(await renderMjml(mjml), body)
  })
})

describe('HTML', () => {
  test.each(find('html/**/*.html'))('%s', (name) => {
    const written = read(name)
    holds(inlineStyles(withoutScripts(written)), written)
  })
})
