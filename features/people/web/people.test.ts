import { describe, expect, it } from 'vitest'
import { buildField } from '../testing/buildField.ts'
import { fieldGroups } from './fields/fieldGroups.ts'
import { formatField } from './fields/formatField.ts'
import { selectionBody } from './list/selectionBody.ts'
import { nameOfPerson } from './person/nameOfPerson.ts'
import { mergeText } from './tags/mergeText.ts'

describe('a field in words', () => {
  it.each([
    [buildField({}), 'Trial', 'Trial'],
    [buildField({ enum: ['t'], enumNames: ['Trial'] }), 't', 'Trial'],
    [buildField({ type: 'boolean' }), false, 'No'],
    [buildField({ type: 'number' }), 12840.5, '12,840.5'],
    [buildField({ type: 'number', displayType: 'currencyCents' }), 4950, '$49.50'],
    [buildField({ type: 'number', displayType: 'currency', currency: 'EUR' }), 1234.5, '€1,234.50'],
    [buildField({ type: 'number', displayType: 'currency', currency: 'JPY' }), 4950, '¥4,950'],
    [buildField({ type: 'integer', displayType: 'currencyCents', currency: 'CHF' }), 4950, 'CHF\u00a049.50'],
    [buildField({ format: 'date', displayType: 'date' }), '2026-11-21', '2026-11-21'],
    [buildField({ format: 'date' }), 'soon', 'soon'],
    [buildField({ array: true }), ['a', 'b'], 'a, b'],
    [buildField({}), null, ''],
    [buildField({ array: true }), [], ''],
  ])('%#', (of, value, words) => expect(formatField(of, value)).toBe(words))
})

describe('what a person is called', () => {
  it.each([
    [{ name: ' Ann Lee ', email: 'a@b.io' }, 'Ann Lee'],
    [{ firstName: 'Ann', email: 'a@b.io' }, 'Ann'],
    [{ name: '', email: 'a@b.io' }, 'a@b.io'],
    [{ userId: 'u7' }, 'u7'],
    [{}, 'Anonymous'],
  ])('%o', (person, name) => expect(nameOfPerson(person)).toBe(name))
})

describe('the chosen rows as bulk calls take them', () => {
  const some = new Set([3, 5])
  it('is a list', () =>
    expect(selectionBody({ isAll: false, ids: some }, { query: 'x' })).toEqual({ people: [{ id: 3 }, { id: 5 }] }))
  it('is all, without some, of what a search finds', () => {
    expect(selectionBody({ isAll: true, ids: some }, { query: 'ann' })).toEqual({
      all: true,
      except: [3, 5],
      query: 'ann',
    })
    const everybody = { archived: false, ignoreAnonymous: true }
    expect(selectionBody({ isAll: true, ids: new Set() }, everybody)).toEqual({ all: true, ignoreAnonymous: true })
    expect(selectionBody({ isAll: true, ids: some }, { segmentId: 7 })).toEqual({ segmentId: 7, except: [3, 5] })
  })
})

describe('fields by group', () => {
  it('puts the account’s own between contact and record, without tags', () => {
    const names = ['tags', 'createdAt', 'zip', 'email', 'plan']
    const groups = fieldGroups(names.map((name) => buildField({ name, title: name })))
    expect(groups.map(({ title, fields }) => [title, fields.map(({ name }) => name)])).toEqual([
      ['Contact', ['email']],
      ['Fields', ['plan', 'zip']],
      ['Record', ['createdAt']],
    ])
  })
})

it.each([
  [undefined, 'becoming “vip”…'],
  [0, 'becoming “vip”, 0%'],
  [0.426, 'becoming “vip”, 42%'],
  [1, 'becoming “vip”, 99%'],
])('a merge of tags that is %s done', (done, text) => expect(mergeText('vip', done)).toBe(text))
