import { describe, expect, it } from 'vitest'
import type { ObjectSchema } from '../contract/index.ts'
import { schemaNameOf } from '../contract/index.ts'
import { addressOfObject, nameOfObject, subOfObject } from './data.ts'
import { typeAsSentence, typeInWords } from './settings/cardinality.ts'

const company = {
  name: 'company',
  displayNameSingular: 'Company',
  primaryField: 'name',
  secondaryFields: ['domain', 'seats'],
} as ObjectSchema
const person = { name: 'person', displayNameSingular: 'Person', primaryField: 'email' } as ObjectSchema

const record = (fields: object) => ({ id: 7, externalId: null, ...fields }) as never

describe('what an object is called', () => {
  it.each([
    [{ name: ' Acme ' }, 'Acme'],
    [{ name: 12 }, '12'],
    [{ name: '', externalId: 'co_1' }, 'co_1'],
    [{}, 'Company 7'],
  ])('%j: %s', (fields, name) => {
    expect(nameOfObject(company, record(fields))).toBe(name)
  })

  it('of people: their own name', () => {
    expect(nameOfObject(person, record({ firstName: 'Ann', email: 'ann@acme.io' }))).toBe('Ann')
    expect(subOfObject(person, record({ firstName: 'Ann', email: 'ann@acme.io' }))).toBe('ann@acme.io')
  })

  it('has its secondary fields beside it', () => {
    expect(subOfObject(company, record({ domain: 'acme.io', seats: 4 }))).toBe('acme.io · 4')
    expect(subOfObject(company, record({ seats: null }))).toBe('')
  })
})

describe('where it is', () => {
  it('people have their own page', () => {
    expect(addressOfObject('person', 3)).toBe('/people/3')
    expect(addressOfObject('support-ticket', 3)).toBe('/objects/support-ticket/3')
  })
})

describe('how many on either side', () => {
  it.each([
    ['1:1', 'one boat, one crew', 'A boat has one crew, and a crew has one boat.'],
    ['1:M', 'one boat, many crew', 'A boat can have many crew; each of them belongs to one boat.'],
    ['M:M', 'many boat, many crew', 'A boat can have many crew, and the other way round.'],
  ] as const)('%s', (type, words, sentence) => {
    expect(typeInWords(type, 'boat', 'crew')).toBe(words)
    expect(typeAsSentence(type, 'boat', 'crew')).toBe(sentence)
  })
})

it.each([
  ['Support ticket', 'support-ticket'],
  ['  Bücher & Co. ', 'bücher-co'],
  ['a.b', 'a-b'],
  ['!!', ''],
])('the name of "%s" in the API is "%s"', (text, name) => {
  expect(schemaNameOf(text)).toBe(name)
})
