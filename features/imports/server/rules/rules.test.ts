import { describe, expect, test } from 'vitest'
import { guessMapping, guessType, type KnownField } from './guessMapping.ts'
import { mapRow } from './mapRow.ts'
import { readCell, readDate, readNumber } from './readCell.ts'

describe('dates', () => {
  test.each([
    ['2026-01-31', undefined, '2026-01-31'],
    ['2026/1/3', undefined, '2026-01-03'],
    ['31.01.2026', undefined, '2026-01-31'],
    ['3.2.26', undefined, '2026-02-03'],
    ['31/01/2026', 'mdy', '2026-01-31'],
    ['01/31/2026', 'dmy', '2026-01-31'],
    ['02/03/2026', 'dmy', '2026-03-02'],
    ['02/03/2026', 'mdy', '2026-02-03'],
    ['02/03/2026', undefined, undefined],
    ['02/02/2026', undefined, '2026-02-02'],
    ['1/2/2026 3:04 PM', 'mdy', '2026-01-02T15:04:00Z'],
    ['12/31/2026 12:00:05 am', 'mdy', '2026-12-31T00:00:05Z'],
    ['2026-01-31 10:20:30', undefined, '2026-01-31T10:20:30Z'],
    ['2026-01-31T10:20:30+02:00', undefined, '2026-01-31T08:20:30.000Z'],
    ['2026-01-31 10:20:30 UTC', undefined, '2026-01-31T10:20:30.000Z'],
    ['2021-02-04 07:55:20 +0000', undefined, '2021-02-04T07:55:20.000Z'],
    ['2021-02-04 07:55:20 -0530', undefined, '2021-02-04T13:25:20.000Z'],
    ['31.02.2026', undefined, undefined],
    ['13/13/2026', 'dmy', undefined],
    ['1/1/2026 25:00', 'dmy', undefined],
    ['soon', undefined, undefined],
  ] as const)('%s (%s) is %s', (text, order, read) => expect(readDate(text, order)).toBe(read))
})

test.each([
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1.234.567', '1234567'],
  ['€ 12', '12'],
  ['1 000', '1000'],
  ["1'000", '1000'],
  ['1,5', '1.5'],
  ['1,234', '1234'],
  ['-3.5', '-3.5'],
  ['12 apples', '12apples'],
])('the number %s', (text, number) => expect(readNumber(text)).toBe(number))

test('cells', () => {
  const text = { type: 'string', format: null }
  expect(readCell(' ="0042" ', text)).toBe('0042')
  expect(readCell("'7210448301122", text)).toBe('7210448301122')
  expect(readCell("'tis", text)).toBe("'tis")
  expect(readCell('a\u0000b', text)).toBe('ab')
  expect(readCell('1,5', text)).toBe('1,5')
  expect(readCell('1,5', { type: 'number', format: null })).toBe('1.5')
  expect(readCell('3/4/2026', { type: 'string', format: 'date', dates: 'dmy' })).toBe('2026-04-03')
  expect(readCell('unclear', { type: 'string', format: 'date' })).toBe('unclear')
})

describe('guesses', () => {
  test.each([
    [['1', '2.5'], { type: 'number' }],
    [['0042'], { type: 'string' }],
    [['+49 30'], { type: 'string' }],
    [['12345678901234567'], { type: 'string' }],
    [['yes', 'No', ''], { type: 'boolean' }],
    [['2026-01-01'], { type: 'string', format: 'date' }],
    [['2026-01-01 10:00', '2026-01-02'], { type: 'string', format: 'date-time' }],
    [['31/01/2026', '01/02/2026'], { type: 'string', format: 'date', dates: 'dmy' }],
    [['01/02/2026'], { type: 'string', format: 'date', dates: 'mdy' }],
    [['2026-01-01', 'never'], { type: 'string' }],
    [['', ' '], { type: 'string' }],
  ])('%j asks for %j', (values, guess) => expect(guessType(values)).toEqual(guess))

  const fields: KnownField[] = [
    ...['email', 'firstName', 'lastName', 'name', 'phone', 'company', 'tags'].map((name) => ({
      name,
      title: name,
      type: 'string' as const,
      format: null,
    })),
    { name: 'createdAt', title: 'Created', type: 'string', format: 'date-time' },
    { name: 'seatsUsed', title: 'Seats used', type: 'number', format: null },
  ]
  const guess = (columns: Record<string, string[]>) =>
    guessMapping(
      Object.entries(columns).map(([header, values]) => ({ header, values })),
      fields,
    ).map((each) => each && (each.isNew ? `+${each.field}` : each.field))

  test('by header, by title, in other languages, never twice', () => {
    expect(
      guess({
        'E-Mail Address': ['a@b.io'],
        Vorname: ['A'],
        'Last Name': ['B'],
        'seats used': ['4'],
        'Email (work)': ['c@d.io'],
        Tags: ['x'],
      }),
    ).toEqual(['email', 'firstName', 'lastName', 'seatsUsed', '+Emailwork', 'tags'])
  })

  test('an address is known by its values; empty columns are left out', () => {
    expect(guess({ Login: ['a@b.io', 'c@d.io', ''], Empty: ['', ''], 'Plan (new)': ['pro'] })).toEqual([
      'email',
      null,
      '+Plannew',
    ])
  })

  test('a title says more than a name', () => {
    const titled: KnownField[] = [{ name: 'title', title: 'Job title', type: 'string', format: null }]
    const columns = ['Title', 'Job Title'].map((header) => ({ header, values: ['x'] }))
    expect(guessMapping(columns, titled).map((each) => each?.field)).toEqual(['Title', 'title'])
  })

  test('a date field asks how dates are meant', () => {
    expect(guessMapping([{ header: 'Sign-up date', values: ['13/01/2026'] }], fields)[0]).toMatchObject({
      field: 'createdAt',
      dates: 'dmy',
      isNew: false,
    })
  })
})

describe('rows', () => {
  const plan = ['email', 'city', 'id'].map((field, index) => ({ index, field, rule: { type: 'string', format: null } }))
  test('short ones are filled up, empty cells leave what is there', () => {
    expect(mapRow([' a@b.io ', ''], 3, plan, ['t'])).toEqual({ item: { fields: { email: 'a@b.io' }, tags: ['t'] } })
    expect(mapRow(['', '', '7', '', ''], 3, plan, [])).toEqual({ item: { id: 7, fields: { id: '7' }, tags: [] } })
  })
  test.each([
    [['a', 'b', '', 'more'], 'The row has 4 values, but there are 3 columns.'],
    [['', ' ', ''], 'The row is empty.'],
    [['', '', 'seven'], '"seven" is not the id of a person.'],
  ])('%j is refused', (values, refusal) => expect(mapRow(values, 3, plan, [])).toEqual({ refusal }))
})
