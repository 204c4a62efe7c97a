import { expect, test } from 'vitest'
import { mergeTagsIn } from './mergeTagsIn.ts'

test.each([
  ['Hello', []],
  ['Hi {{ person.firstName }}!', ['{{ person.firstName }}']],
  ['{{a}}{{ b }}', ['{{a}}', '{{ b }}']],
  [`{{ a | default: '}}' }} and {{ b | default: "it's" }}`, [`{{ a | default: '}}' }}`, `{{ b | default: "it's" }}`]],
  ['{{ not closed', []],
  ['{% if a %}{{ b }}{% endif %}', ['{{ b }}']],
])('merge tags of %j', (text, tags) => {
  expect(mergeTagsIn(text).map(({ from, to }) => text.slice(from, to))).toEqual(tags)
})
