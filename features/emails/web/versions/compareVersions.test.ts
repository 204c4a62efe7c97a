import { describe, expect, test } from 'vitest'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { ENVELOPE } from '../../testing/envelope.ts'
import { compareVersions, wordsOf } from './compareVersions.ts'
import { changedWords } from './words.ts'

const version = (state: unknown, own: object = {}) => ({
  ...ENVELOPE,
  editor: { type: 'unlayer' as const, state: state as Record<string, unknown> },
  html: '',
  ...own,
})
const text = (id: string, words: string) => ({ ...buildBlock('text', { text: `<p>${words}</p>` }), id })

describe('words', () => {
  test.each([
    ['a b c', 'a x c', ['same:a ', 'removed:b', 'added:x', 'same: c']],
    ['', 'new', ['added:new']],
    ['old', '', ['removed:old']],
    ['same', 'same', ['same:same']],
    ['', '', []],
  ])('%s → %s', (before, after, pieces) => {
    expect(changedWords(before, after).map(({ kind, text: words }) => `${kind}:${words}`)).toEqual(pieces)
  })

  test('put together they are both texts again', () => {
    const [before, after] = ['the quick brown fox jumps', 'a quick red fox never jumps high']
    const pieces = changedWords(before, after)
    const side = (gone: string) =>
      pieces
        .filter(({ kind }) => kind !== gone)
        .map((piece) => piece.text)
        .join('')
    expect([side('added'), side('removed')]).toEqual([before, after])
  })

  test('very long texts are compared as a whole', () => {
    const long = 'word '.repeat(2_000)
    expect(changedWords(long, `${long}more`)).toHaveLength(2)
  })
})

test('blocks are added, removed, changed and moved', () => {
  const before = buildDesign([text('a', 'One'), text('b', 'Two words'), text('c', 'Three'), text('e', 'Five')])
  const after = buildDesign([text('e', 'Five'), text('a', 'One'), text('b', 'Two letters'), text('d', 'Four')])
  const changes = compareVersions(version(before), version(after, { subject: 'Hello you' }))
  expect(changes.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
    'subject changed',
    'b changed',
    'd added',
    'c removed',
    'order moved',
  ])
  expect(changes[1]?.words).toEqual([
    { kind: 'same', text: 'Two ' },
    { kind: 'removed', text: 'words' },
    { kind: 'added', text: 'letters' },
  ])
})

test('settings without words are told as such', () => {
  const before = buildDesign([text('a', 'One')])
  const wider = { ...before, body: { ...before.body, values: { contentWidth: '700px' } } }
  expect(compareVersions(version(before), version(wider))).toMatchObject([{ key: 'settings', words: [] }])
  expect(compareVersions(version(before), version(before))).toEqual([])
})

test('where there are no blocks, words are compared', () => {
  const rich = (html: string) => version({ html }, { editor: { type: 'richtext', state: { html } }, html })
  expect(compareVersions(rich('<p>Hi <b>you</b></p>'), rich('<p>Hi <b>all</b></p>'))).toMatchObject([
    { key: 'body', title: 'Text' },
  ])
  expect(compareVersions(rich('<p>Hi</p>'), rich('<p style="color:red">Hi</p>'))).toMatchObject([
    { title: 'Look of the mail', words: [] },
  ])
})

test('words of HTML leave out what readers do not see', () => {
  expect(wordsOf('<head><title>t</title></head><style>p{}</style><p>A &amp; B</p><!-- x --><p>C</p>')).toBe('A & B\nC')
})
