import { describe, expect, it } from 'vitest'
import { fieldGroupsOf, integrationOf, type PersonField, rgbOf } from '../../contract/index.ts'
import { buildField } from '../../testing/buildField.ts'
import { draftOf, newFieldOf, patchOf } from './fieldDraft.ts'
import { FIELD_KINDS, kindOfField } from './fieldKinds.ts'
import { choicesOf, fromLocal, toLocal, typedOf } from './fieldText.ts'

describe('groups of fields', () => {
  it('are all, those of the object, and one for each prefix, called after the service that made them', () => {
    const fields = [
      buildField({ name: 'plan' }),
      buildField({ name: 'stripe.plan', createdBy: integrationOf('Stripe') }),
      buildField({ name: 'stripe.mrr', createdBy: 'user' }),
      buildField({ name: 'address.city' }),
    ]
    expect(fieldGroupsOf(fields).map(({ key, title, fields: inside }) => [key, title, inside.length])).toEqual([
      ['all', 'all fields', 4],
      ['person', 'People', 1],
      ['person___address', 'Address', 1],
      ['person___stripe', 'Stripe Integration', 2],
    ])
  })
})

describe('a field that is typed', () => {
  it.each(FIELD_KINDS.map((kind) => [kind.value, kind] as const))('can be of kind %s', (value, kind) => {
    expect(newFieldOf({ ...draftOf(undefined), title: ' A ', kind: value })).toMatchObject({
      title: 'A',
      ...kind.shape,
      array: kind.shape.array ?? false,
    })
    expect(kindOfField(buildField(kind.shape as Partial<PersonField>))).toBeTruthy()
  })

  it('keeps choices that say something, and their names where one differs', () => {
    const draft = {
      ...draftOf(undefined),
      title: 'Tier',
      kind: 'select',
      choices: [
        { value: ' gold ', name: 'Gold' },
        { value: '', name: 'Nothing' },
        { value: 'silver', name: '' },
      ],
    }
    expect(newFieldOf(draft)).toMatchObject({ enum: ['gold', 'silver'], enumNames: ['Gold', 'silver'] })
  })

  it('leaves the type alone while the kind was not touched', () => {
    const old = buildField({ type: 'any', displayType: 'text' })
    expect(patchOf({ ...draftOf(old), title: 'B' }, old)).toEqual({
      title: 'B',
      description: '',
      tooltip: '',
      hot: false,
      enum: null,
      enumNames: null,
      allowNewEnumValues: false,
    })
    expect(patchOf({ ...draftOf(old), kind: 'number' }, old)).toMatchObject({ type: 'number', displayType: 'number' })
  })

  it('keeps choices of numbers as numbers', () => {
    const old = buildField({ type: 'integer', displayType: 'select', enum: [1, 2] })
    expect(patchOf(draftOf(old), old)).toMatchObject({ enum: [1, 2] })
  })
})

describe('values in controls', () => {
  it('are numbers again where the field holds numbers', () => {
    expect([
      typedOf(buildField({ type: 'integer' }), '5'),
      typedOf(buildField({}), '5'),
      typedOf(buildField({ type: 'number' }), 'x'),
    ]).toEqual([5, '5', 'x'])
  })

  it('show the names of choices', () => {
    expect(choicesOf(buildField({ enum: ['a', 'b'], enumNames: ['A'] }))).toEqual([
      { value: 'a', label: 'A' },
      { value: 'b', label: 'b' },
    ])
  })

  it('are dates of the calendar, whatever the time zone', () => {
    expect(toLocal('2026-03-04', false)).toBe('2026-03-04')
    expect(fromLocal('2026-03-04', false)).toBe('2026-03-04')
    expect(toLocal(fromLocal('2026-03-04T05:06', true), true)).toBe('2026-03-04T05:06')
    expect([toLocal('', true), toLocal('never', true), fromLocal('', true)]).toEqual(['', '', null])
  })
})

it.each([
  ['#f00', '255,0,0'],
  ['#5A55DB', '90,85,219'],
  ['red', ''],
  ['#12345', ''],
])('the colour %s is %j in red, green and blue', (hex, rgb) => {
  expect(rgbOf(hex)).toBe(rgb)
})
