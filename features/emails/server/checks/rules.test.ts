import { describe, expect, test } from 'vitest'
import { contrastOf, readColor } from './contrast.ts'
import { RULES } from './rules.ts'
import { unknownTags } from './unknownTags.ts'
import { walkHtml } from './walkHtml.ts'

const WORDS =
  'These are words enough that nobody takes this mail for one large picture, as filters would do otherwise, we hope so. '

const told = (body: string, subject = 'Hello') => {
  const elements = walkHtml(`<html lang="en"><body><p>${WORDS}</p>${body}</body></html>`)
  const words = elements.map(({ text }) => text).join(' ')
  return RULES.flatMap(({ kind, find }) => {
    const message = find({ subject, elements, words })
    return message ? [`${kind}: ${message}`] : []
  })
}

describe('a mail without faults', () => {
  test('is told nothing', () => {
    expect(
      told(
        '<h1>News</h1><h2>More</h2><table role="presentation"><tr><td style="background:#fff"><a style="color:#333" href="https://a.example">Look</a></td></tr></table>',
      ),
    ).toEqual([])
  })
})

test.each([
  ['', 'BUY THIS TODAY', /^spam: The subject is all capitals/],
  ['', 'Look!!', /^spam: The subject has many/],
  ['<p>Act now, winner</p>', 'Hi', /“act now”, “winner”/],
  ['<a href="https://bit.ly/x">x</a>', 'Hi', /^spam: A link goes through a shortener/],
  ['<a href="http://a.example/x">x</a>', 'Hi', /^link: A link is not encrypted: http:\/\/a\.example/],
  ['<div style="background-color:#ffffff"><p style="color:#cccccc">Faint words</p></div>', 'Hi', /“Faint words”.*1\.6/],
  ['<h1>A</h1><h3>B</h3>', 'Hi', /^heading: A heading 3 follows without a heading 2/],
  ['<table><tr><td>x</td></tr></table>', 'Hi', /role="presentation"/],
])('%s %s', (body, subject, message) => {
  expect(told(body, subject)).toEqual([expect.stringMatching(message)])
})

test('large type may be fainter, and nothing is said of what lies on a picture', () => {
  const grey = 'color:#8a8a8a'
  expect(told(`<div style="background:#fff"><h1 style="${grey}">Title</h1></div>`)).toEqual([])
  expect(told(`<div style="background:url(a.png)"><p style="${grey}">Words</p></div>`)).toEqual([])
})

test('a mail that is one picture', () => {
  const elements = walkHtml('<html lang="en"><body><img src="a.png" alt="All"></body></html>')
  const found = RULES.map(({ find }) => find({ subject: 'Hi', elements, words: 'Few words' })).filter(Boolean)
  expect(found).toEqual([expect.stringContaining('Almost everything is in images')])
})

test('colours are read as they are written', () => {
  expect(contrastOf('#000', 'white')).toBeCloseTo(21)
  expect(readColor('rgb(1, 2, 3)')).toEqual([1, 2, 3])
  expect(readColor('rgba(1,2,3,0.5)')).toBeUndefined()
  expect(readColor('inherit')).toBeUndefined()
})

test('merge tags that name what is not there', () => {
  const known = { fields: new Set(['firstName', 'company.name', 'email']), snippets: new Set(['footer', '#3']) }
  expect(
    unknownTags(['{{ person.first_name }} {{ person.company.name }} {{ snippets.footer }}{{ snippets[3] }}'], known),
  ).toEqual([])
  expect(unknownTags(['{% if person.frist %}x{% endif %} {{ snippets.foter }} person.nobody'], known)).toEqual([
    'No field is called “frist”: readers see nothing there, or what you gave instead.',
    'There is no snippet “foter”: readers see nothing there.',
  ])
})
