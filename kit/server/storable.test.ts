import { expect, test } from 'vitest'
import { readJson, storable, storableText } from './storable.ts'

test.each([
  ['plain, é and 💥', 'plain, é and 💥'],
  ['a\0b\0', 'ab'],
  ['half \ud800 of a pair', 'half \ufffd of a pair'],
])('%j becomes %j', (text, kept) => expect(storableText(text)).toBe(kept))

test('texts and names are looked at however deep, everything else stays', () => {
  const at = { list: [1, null, true, 'a\0', { 'b\0': '\udc00' }] }
  expect(storable(at)).toEqual({ list: [1, null, true, 'a', { b: '\ufffd' }] })
})

test.each([
  ['{"a":"x\\u0000y"}', { a: 'xy' }],
  ['{"a\\u0000":"\\ud83d\\udca5"}', { a: '💥' }],
  ['["\\uD800"]', ['\ufffd']],
  // Six signs that only look like one.
  ['{"a":"\\\\u0000"}', { a: '\\u0000' }],
])('%s is read', (json, value) => expect(readJson(json)).toEqual(value))

test('a name that every object has stays a name', () => {
  expect(Object.hasOwn(readJson('{"__proto__":"\\u0000"}') as object, '__proto__')).toBe(true)
})

test('what is no JSON is none', () => expect(() => readJson('{')).toThrow(SyntaxError))
