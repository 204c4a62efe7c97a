import { describe, expect, test } from 'vitest'
import { addressProblems, copiesProblem, replyProblem } from './addresses.ts'

describe('addresses that get a copy', () => {
  test.each([
    '',
    'a@acme.example',
    'a@acme.example, Ada Byron <ada@acme.example>; b@acme.example',
    '{{ person.manager_email }}, a@acme.example',
    "{{ person.owner | default: 'a, b' }}",
    '{% if person.vip %}vip@acme.example{% endif %}',
  ])('%s', (text) => expect(copiesProblem(text)).toBeUndefined())

  test.each([
    ['mara', '“mara” is not an email address.'],
    ['a@acme.example, mara@', '“mara@” is not an email address.'],
    ['a b@acme.example', '“a b@acme.example” is not an email address.'],
    [
      Array.from({ length: 11 }, (_one, index) => `a${index}@acme.example`).join(),
      'Copies go to 10 addresses at the most.',
    ],
  ])('%s', (text, problem) => expect(copiesProblem(text)).toBe(problem))
})

test('answers go to one address, the same for all readers', () => {
  expect(replyProblem(' help@acme.example ')).toBeUndefined()
  expect(replyProblem('help')).toBe('“help” is not an email address.')
  expect(replyProblem('a@acme.example, b@acme.example')).toMatch(/is not an email address/)
  expect(replyProblem('{{ person.owner }}')).toMatch(/cannot be a merge tag/)
})

test('each problem names its line', () => {
  const found = addressProblems({ replyEmail: 'x', cc: 'a@acme.example', bcc: 'y' })
  expect(found.map(({ where, name }) => `${where} ${name}`)).toEqual(['replyEmail Reply to', 'bcc Bcc'])
})
