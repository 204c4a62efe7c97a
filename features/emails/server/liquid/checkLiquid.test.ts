import { expect, test } from 'vitest'
import { buildMailData, buildSlots, buildVersion } from '../../testing/buildVersion.ts'
import { compileTemplate, renderFor } from '../template/compileTemplate.ts'
import { checkLiquid } from './checkLiquid.ts'

test.each([
  ['Hi {{ person.first_name', 1, 4],
  ['Hi\n  {% if %}x{% endif %}', 2, 3],
  ['One\ntwo {% if person.id %} three', 2, 5],
  ['{{ person.name | shout }}', 1, 1],
  ['{% include "secrets" %}', 1, 1],
  ["{% render 'x' %}", 1, 1],
  ['{% layout "x" %}', 1, 1],
  ['a\nb\n{% endif %}', 3, 1],
])('%j is wrong in line %d', (text, line, column) => {
  const [error, ...more] = checkLiquid(text)
  expect(more).toEqual([])
  expect(error).toMatchObject({ line })
  expect(error?.column).toBeGreaterThanOrEqual(column)
  expect(error?.message).not.toMatch(/line:|col:/)
})

test.each(['plain', '{{ person.first_name }}', "{% if a == 'b' %}x{% endif %}", '100 % {fine}', ''])(
  '%j is fine',
  (text) => {
    expect(checkLiquid(text)).toEqual([])
  },
)

test.each([
  ['{% for i in (1..100000000) %}x{% endfor %}'],
  ['{% for i in (1..3000) %}{% for j in (1..3000) %}{% for k in (1..3000) %}{% endfor %}{% endfor %}{% endfor %}'],
  ["{% assign a = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}{{ a }}"],
  [
    "{% assign a = '' %}{% for i in (1..100000) %}{% assign a = a | append: 'aaaaaaaaaa' | split: '' | join: ',' %}{% endfor %}",
  ],
])('%s ends soon', (html) => {
  const template = compileTemplate(buildVersion({ html }))
  const started = performance.now()
  expect(() => renderFor(template, buildMailData(), buildSlots())).toThrow(/limit/)
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('all mistakes of a text are told, each at its place', () => {
  const text = '{{ a | nofilter }}\n<p>{% if x %}\n{% endif %}{{ b | other }}</p>\n{% unknowntag %}'
  expect(checkLiquid(text).map(({ line, column }) => [line, column])).toEqual([
    [1, 1],
    [3, 12],
    [4, 1],
  ])
})

test('a block that is not closed does not hide what follows', () => {
  const found = checkLiquid('{% if x %}a\n{{ b | nofilter }}')
  expect(found.map(({ line }) => line)).toEqual([1, 2])
})
