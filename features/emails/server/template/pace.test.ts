import { expect, test } from 'vitest'
import { buildMailData, buildSlots, buildVersion } from '../../testing/buildVersion.ts'
import { compileTemplate, fillFor } from './compileTemplate.ts'
import { fillMail, isSlow, paceOf } from './pace.ts'
import { joined } from './splice.ts'

// A thread begins with reading its modules.
const TIME = { timeout: 60_000 }

const LOOP = '{% for i in (1..5000) %}{% assign last = i %}{% endfor %}{{ last }}'

const HTML = `<html><head><title></title></head><body><p>Hello {{ person.firstName }} {{ show.x }}</p>${LOOP}
  {% for name in event.names %}<a href="https://a.example/{{ name }}?a=1&amp;b=2">{{ name }}</a>{% endfor %}
  <a href="https://a.example/fixed">b</a><a href="{{ unsubscribe_url }}">out</a></body></html>`

const data = {
  ...buildMailData({ firstName: 'Ada <b>' }),
  event: { names: ['one', 'two', 'one', '&'] },
  shows: new Set(['x']),
}

const slow = (own = {}) => compileTemplate(buildVersion({ subject: 'For {{ person.firstName }}', html: HTML, ...own }))

test('a mail that takes long is filled beside this thread, and is the same', TIME, async () => {
  const template = slow()
  expect([paceOf(template), isSlow(template)]).toEqual([0, false])
  const here = await fillMail(template, data, buildSlots())
  expect(isSlow(template)).toBe(true)
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  const beside = await fillMail(template, data, buildSlots())
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(3)
  expect(beside).toEqual(here)
  expect(beside).toEqual(fillFor(template, data, buildSlots()))
  expect(beside.html.pieces).toBe(template.parts.html.pieces)
  expect(joined(beside.html)).toContain(
    'href="https://t.example/c/1/0?u=https%3A%2F%2Fa.example%2Fone%3Fa%3D1%26b%3D2"',
  )
})

test('many at once come out each as its own', TIME, async () => {
  const template = slow()
  await fillMail(template, data, buildSlots())
  const names = Array.from({ length: 5 }, (_, index) => `Person ${index}`)
  const mails = await Promise.all(
    names.map((firstName) => fillMail(template, buildMailData({ firstName }), buildSlots())),
  )
  expect(mails.map(({ subject }) => subject)).toEqual(names.map((name) => `For ${name}`))
})

test('what goes wrong beside is told as it would be here, and the next mail is filled', TIME, async () => {
  const template = slow({
    subject:
      'Hi{% if person.endless %}{% for i in (1..9999) %}{% for j in (1..9999) %}{% assign x = j %}{% endfor %}{% endfor %}{% endif %}',
  })
  await fillMail(template, data, buildSlots())
  const endless = buildMailData({ endless: true })
  await expect(fillMail(template, endless, buildSlots())).rejects.toThrow('render limit exceeded')
  expect((await fillMail(template, buildMailData(), buildSlots())).subject).toBe('Hi')
})
