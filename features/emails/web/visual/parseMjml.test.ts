import { describe, expect, test } from 'vitest'
import { readableMjml } from './parseMjml.ts'

describe('MJML made readable for HTML parsers', () => {
  test.each([
    ['<mj-image src="https://a.example/x.png"/>', '<mj-image src="https://a.example/x.png"></mj-image>'],
    ['<mj-divider />after', '<mj-divider ></mj-divider>after'],
    ['<mj-image alt="a /> b" src=\'x\' />', '<mj-image alt="a /> b" src=\'x\' ></mj-image>'],
    ['<mj-text>two<br/>lines</mj-text>', '<mj-text>two<br/>lines</mj-text>'],
    ['<mj-image\n  src="x"\n/>', '<mj-image\n  src="x"\n></mj-image>'],
    ['', ''],
  ])('tags that end themselves are closed: %s', (mjml, expected) => {
    expect(readableMjml(mjml)).toBe(expected)
  })

  test('rows of a table keep their place and the Liquid between them', () => {
    const mjml = '<mj-table>{% for one in event.items %}<tr class="a"><td>{{ one }}</td></tr>{% endfor %}</mj-table>'
    expect(readableMjml(mjml)).toBe(
      '<mj-table>{% for one in event.items %}<x-kept-tr class="a"><x-kept-td>{{ one }}</x-kept-td></x-kept-tr>{% endfor %}</mj-table>',
    )
  })

  test('rows that are not closed are left to the browser', () => {
    const mjml = '<mj-table><tr><td>1<td>2</tr></mj-table>'
    expect(readableMjml(mjml)).toBe(mjml)
  })

  test('much that never closes is read at once', () => {
    const began = performance.now()
    readableMjml('<mj-text a="'.repeat(20_000))
    readableMjml(`<mj-text ${'a=b '.repeat(50_000)}`)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
