import { describe, expect, test } from 'vitest'
import { cleanFieldName, HexColor, tagsIn } from '../../contract/index.ts'
import { type FieldRule, fitValue, guessField, readMoment } from './fieldValue.ts'
import { keysInQuery } from './keysInQuery.ts'
import { readEmail, readKey, readTimezone } from './personKeys.ts'
import { prettyTitle } from './prettyTitle.ts'

const rule = (more: Partial<FieldRule>): FieldRule => ({
  name: 'f',
  type: 'string',
  format: null,
  isArray: false,
  enumValues: null,
  mayGrowEnum: false,
  ...more,
})

describe('values', () => {
  test.each([
    [rule({}), 5, '5'],
    [rule({}), true, 'true'],
    [rule({}), 'a\u0000b', 'ab'],
    [rule({}), '', null],
    [rule({}), null, null],
    [rule({ type: 'number' }), ' 4.5 ', 4.5],
    [rule({ type: 'number' }), '1e3', 1000],
    [rule({ type: 'integer' }), '7', 7],
    [rule({ type: 'boolean' }), 'Yes', true],
    [rule({ type: 'boolean' }), 0, false],
    [rule({ format: 'date' }), '2026-01-31', '2026-01-31'],
    [rule({ format: 'date' }), '2026-01-31T23:30:00-05:00', '2026-02-01'],
    [rule({ format: 'date-time' }), 1_767_225_600, '2026-01-01T00:00:00.000Z'],
    [rule({ format: 'date-time' }), '2026-01-01 10:00', '2026-01-01T10:00:00.000Z'],
    [rule({ isArray: true }), 'a, b', ['a', 'b']],
    [rule({ isArray: true, type: 'number' }), ['1', 2], [1, 2]],
    [rule({ isArray: true }), [], null],
    [rule({ type: 'any' }), { a: [1] }, { a: [1] }],
    [rule({ enumValues: ['a'], mayGrowEnum: true }), 'b', 'b'],
  ])('%j takes %j as %j', (field, value, kept) => {
    expect(fitValue(field, value)).toEqual({ value: kept })
  })

  test.each([
    [rule({}), {}, 'f: "{}" is not a text.'],
    [rule({}), ['a'], 'f: a list does not fit, it takes one value.'],
    [rule({}), 'x'.repeat(5001), 'f: a text can be 5000 characters long at the most.'],
    [rule({ type: 'number' }), '', null],
    [rule({ type: 'number' }), '1,5', 'f: "1,5" is not a number.'],
    [rule({ type: 'number' }), Number.NaN, 'f: "null" is not a number.'],
    [rule({ type: 'integer' }), 1.5, 'f: "1.5" is not a whole number.'],
    [rule({ type: 'boolean' }), 'maybe', 'f: "maybe" is neither true nor false.'],
    [rule({ format: 'date' }), '31.01.2026', 'f: "31.01.2026" is not a date.'],
    [rule({ format: 'date-time' }), 'soon', 'f: "soon" is not a date and time.'],
    [rule({ enumValues: ['a'] }), 'b', 'f: "b" is not one of its values.'],
    [rule({ isArray: true, type: 'number' }), 'a', 'f: "a" is not a number.'],
    [rule({ type: 'any' }), 'x'.repeat(5001), 'f: a value can be 5000 characters long at the most.'],
  ])('%j refuses %j', (field, value, refusal) => {
    const fitted = fitValue(field, value)
    expect(fitted).toEqual(refusal === null ? { value: null } : { refusal })
  })

  test('moments', () => {
    expect(readMoment('2024-02-29')?.toISOString()).toBe('2024-02-29T00:00:00.000Z')
    for (const none of ['2026-02-29', '2026-13-01', '26-01-01', 'x', {}, Number.POSITIVE_INFINITY])
      expect(readMoment(none)).toBeUndefined()
  })

  test('guesses', () => {
    expect(guessField('12')).toEqual({ type: 'string', format: null, isArray: false })
    expect(guessField(12)).toMatchObject({ type: 'number' })
    expect(guessField('2026-01-01')).toMatchObject({ type: 'string', format: 'date' })
    expect(guessField(['a'])).toMatchObject({ type: 'any', isArray: true })
  })
})

describe('keys', () => {
  test.each([
    'ann@acme.io',
    'a.b+c@sub.acme.co.uk',
    "o'brien@acme.io",
    'jürgen@bücher.example',
    'x@xn--bcher-kva.example',
  ])('%s is an address', (email) =>
    expect(readEmail(` ${email.toUpperCase()} `)).toEqual({ value: email.toUpperCase().toLowerCase() }),
  )

  test.each([
    'ann',
    'ann@',
    '@acme.io',
    'a b@acme.io',
    'a@acme',
    'a@acme..io',
    'a@-acme.io',
    'a,b@acme.io',
    `${'x'.repeat(250)}@acme.io`,
  ])('%s is none', (email) => expect(readEmail(email).refusal).toContain('is not an email address.'))

  test('user ids and time zones', () => {
    expect(readKey('userId', 7)).toEqual({ value: '7' })
    expect(readKey('userId', '  ')).toEqual({ value: null })
    expect(readKey('userId', {}).refusal).toBe('userId must be a text or a number.')
    expect(readKey('userId', 'x'.repeat(256)).refusal).toBe('userId can be 255 characters long at the most.')
    expect(readTimezone('america/new_york')).toBe('America/New_York')
    for (const none of ['Mars', '+02:00', '']) expect(readTimezone(none)).toBeUndefined()
  })

  test('in a query', () => {
    expect(keysInQuery({ 'people[1][email]': 'b', 'people[0][id]': '4', 'people[x][id]': '1', other: 1 })).toEqual([
      { id: 4 },
      { email: 'b' },
    ])
  })
})

describe('names', () => {
  test.each([
    ['First name', 'Firstname'],
    ['plan..type', 'plantype'],
    ['plan. .type', 'plantype'],
    ['.a.b.', 'a.b'],
    ['größe_2-x', 'größe_2-x'],
    ['<b>"\'; --', 'b--'],
    ['…', ''],
  ])('%s becomes %s', (raw, name) => expect(cleanFieldName(raw)).toBe(name))

  test.each([
    ['planType', 'Plan type'],
    ['address.city', 'Address city'],
    ['utm_source', 'Utm source'],
    ['URL', 'URL'],
  ])('the title of %s is %s', (name, title) => expect(prettyTitle(name)).toBe(title))

  test('tags and colours', () => {
    expect(tagsIn('a,  b  c ,A,,')).toEqual(['a', 'b c'])
    expect(tagsIn(['x,y', 'x'])).toEqual(['x', 'y'])
    expect(tagsIn(null)).toEqual([])
    expect(['#FFF', '#f44336', '#ff', 'red'].map((color) => HexColor.parse(color))).toEqual(['#fff', '#f44336', '', ''])
  })
})
