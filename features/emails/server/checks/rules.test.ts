import { describe, expect, test } from 'vitest'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { renderDesign } from '../rendering/renderDesign.ts'
import { CLIENT_RULES } from './clients.ts'
import { contrastOf, readColor } from './contrast.ts'
import { RULES } from './rules.ts'
import { unknownTags } from './unknownTags.ts'
import { checkedMail } from './warningsOf.ts'

const WORDS =
  'These are words enough that nobody takes this mail for one large picture, as filters would do otherwise, we hope so. '

const told = (body: string, subject = 'Hello') => {
  const html = `<html lang="en"><body><p>${WORDS}</p>${body}</body></html>`
  const mail = checkedMail({ subject, html })
  return [...RULES, ...CLIENT_RULES].flatMap(({ kind, find }) => {
    const message = find(mail)
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
  expect(told(`<div style="background:#fff url(a.png)"><p style="${grey}">Words</p></div>`)).toEqual([])
})

test('a mail that is one picture', () => {
  const html = '<html lang="en"><body><p>Few words</p><img src="a.png" alt="All"></body></html>'
  const found = RULES.map(({ find }) => find(checkedMail({ subject: 'Hi', html }))).filter(Boolean)
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

test('merge tags about objects that name what is not there', () => {
  const objects = new Map([['company', new Set(['id', 'name', 'plan.name', 'seatsTaken'])]])
  const known = { fields: new Set(['email']), snippets: new Set<string>(), objects }
  const right =
    '{{ object.company.name }}{{ object.Company.plan.name }}{{ object.company.seats_taken }}{{ object.company }}'
  expect(unknownTags([right], known)).toEqual([])
  expect(unknownTags(['{{ object.firm.name }} {{ object.company.nmae }} object.words'], known)).toEqual([
    'There are no objects called “firm”: readers see nothing there.',
    '“company” has no field called “nmae”: readers see nothing there, or what you gave instead.',
  ])
})

const OUR_KINDS = ['heading', 'text', 'button', 'image', 'divider', 'social', 'menu', 'table', 'video', 'html']

describe('what large mail programs do not show', () => {
  test.each([
    ['<div style="display:flex"></div>', /^client: Columns made with flex or grid fall .* Outlook on Windows and GMX/],
    ['<style>.a { display: grid }</style>', /Columns made with flex or grid/],
    [
      '<div style="position:absolute;top:0"></div>',
      /Parts that are placed over others.*Gmail, Outlook on Windows and Yahoo/,
    ],
    ['<video src="https://a.example/x.mp4"></video>', /Video and sound .* do not play/],
    ['<img width="1" src="https://a.example/x.svg?v=1">', /SVG images are not shown in Gmail\. Use PNG\./],
    ['<img width="1" src="data:image/png;base64,AA">', /Images that are written into the mail/],
    ['<img width="1" src="https://a.example/x.webp">', /WebP and AVIF images are not shown in Outlook on Windows/],
    ['<form><input name="a"></form>', /Forms cannot be filled in/],
    ['<iframe src="https://a.example"></iframe>', /Pages and objects inside the mail/],
    ['<p style="color:var(--brand)"></p>', /Styles with variables, as var\(--name\), do not count/],
    ['<p style="color:oklch(60% 0.1 20)"></p>', /Colours as oklch/],
    ['<style>@import url("https://a.example/mail.css");</style>', /Style sheets that are fetched from elsewhere/],
    ['<div style="background:linear-gradient(#fff, #000)"></div>', /Gradients without a colour/],
    ['<div style="background-image:url(https://a.example/x.png)"></div>', /Background images without a colour/],
  ])('%s', (body, message) => expect(told(body)).toEqual([expect.stringMatching(message)]))

  test('is told of one long style sheet', () => {
    const sheet = `<style>${'.a{color:#fff}'.repeat(1_300)}</style>`
    expect(told(sheet)).toEqual([expect.stringMatching(/Styles longer than 16 KB/)])
  })

  test('is not told of what our own designs are drawn as', () => {
    const html = renderDesign(buildDesign(OUR_KINDS.map((type) => buildBlock(type))), {
      socialIcons: 'https://icons.example',
    })
    const mail = checkedMail({ subject: 'Hello', html })
    expect(CLIENT_RULES.flatMap(({ find }) => find(mail) ?? [])).toEqual([])
  })

  test.each([
    [
      'round corners and shadows, which only look plainer',
      '<div style="border-radius:4px;box-shadow:0 1px 2px #000"></div>',
    ],
    ['what stands in a comment for one program', '<!--[if mso]><style>.a{display:flex}</style><![endif]-->'],
    ['fonts from elsewhere', '<style>@import url("https://fonts.a.example/css?family=Inter");</style>'],
    ['a picture with a colour below it', '<div style="background:#fff url(https://a.example/x.png)"></div>'],
    [
      'a gradient with a colour below it',
      '<div style="background:#222;background-image:linear-gradient(#fff, #000)"></div>',
    ],
    [
      'a picture that is drawn with VML too',
      '<!--[if mso]><v:fill src="x"/><![endif]--><div style="background-image:url(https://a.example/x.png)"></div>',
    ],
    ['a menu that a hidden box opens', '<input type="checkbox" style="display:none"><label>Menu</label>'],
    ['words about it', '<p>We use display: flex and position: absolute.</p>'],
  ])('is not told of %s', (_what, body) => expect(told(body)).toEqual([]))
})
