import { describe, expect, test } from 'vitest'
import { hrefOf, htmlOf, paddingOf, sidesOf, withHref } from './read.ts'

test.each([
  ['10px', [10, 10, 10, 10], '10px'],
  ['10px 20px', [10, 20, 10, 20], '10px 20px'],
  ['1px 2px 3px', [1, 2, 3, 2], '1px 2px 3px'],
  ['1px 2px 3px 4px', [1, 2, 3, 4], '1px 2px 3px 4px'],
  ['24px 0 0', [24, 0, 0, 0], '24px 0px 0px'],
  ['', [0, 0, 0, 0], '0px'],
])('the padding %j has the sides %j', (padding, sides, short) => {
  expect(sidesOf(padding)).toEqual(sides)
  expect(paddingOf(sides as [number, number, number, number])).toBe(short)
})

describe('a link', () => {
  test('gets another address and keeps everything else', () => {
    const link = {
      name: 'email',
      attrs: { href: 'x' },
      values: { email: 'a@b.example', target: '_self' },
      own: 1,
      url: 'mailto:a@b.example',
    }
    const next = withHref(link, 'https://a.example')
    expect(next).toMatchObject({ name: 'web', own: 1, values: { href: 'https://a.example', target: '_self' } })
    expect(hrefOf(next)).toBe('https://a.example')
  })
  test.each([
    [undefined, ''],
    [{ name: 'web', values: { href: 'https://a.example' } }, 'https://a.example'],
    [{ name: 'email', values: { email: 'a@b.example' } }, 'a@b.example'],
    [{ url: 'https://b.example', values: {} }, 'https://b.example'],
  ])('%j leads to %j', (link, href) => expect(hrefOf(link)).toBe(href))
})

test('words come from Lexical JSON where a block keeps them there', () => {
  const textJson = JSON.stringify({
    root: { children: [{ type: 'paragraph', children: [{ type: 'text', text: 'new' }] }] },
  })
  expect(htmlOf({ type: 'heading', values: { text: 'old', textJson } })).toContain('new')
  expect(htmlOf({ type: 'text', values: { text: 'old', textJson } })).toBe('old')
  expect(htmlOf({ type: 'paragraph', values: { textJson } })).toContain('new')
  expect(htmlOf({ type: 'paragraph', values: { text: 'of HTML alone' } })).toBe('of HTML alone')
  expect(htmlOf({ type: 'button', values: { text: 'Go' } })).toBe('Go')
})
