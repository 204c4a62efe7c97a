import { describe, expect, it } from 'vitest'
import type { Person } from '../../contract/index.ts'
import { inRows, notArchived, shelved, tagged, without } from './applyLocally.ts'
import { splitFound } from './Found.tsx'
import { currentFields, SHOWN_FIRST, widthsOf, withMoved, withShown, withWidth } from './tableFields.ts'

const on = (...names: string[]) => names.map((name) => ({ name, enabled: true }))

describe('columns', () => {
  const known = new Set([...SHOWN_FIRST, 'plan'])
  it('are the first ones until some are chosen; fields that are gone are left out', () => {
    expect(currentFields([], known)).toEqual(on(...SHOWN_FIRST))
    expect(currentFields([{ name: 'plan', enabled: false }], known)).toEqual(on(...SHOWN_FIRST))
    expect(currentFields(on('plan', 'gone'), known)).toEqual(on('plan'))
  })
  it('are shown last, hidden where they stand, and moved among those shown', () => {
    const fields = [...on('name', 'email'), { name: 'city', enabled: false, width: 300 }]
    expect(withShown(fields, 'plan', true).map(({ name }) => name)).toEqual(['name', 'email', 'plan', 'city'])
    expect(withShown(fields, 'city', true).at(-1)).toEqual({ name: 'city', enabled: true, width: 300 })
    expect(withShown(fields, 'email', false)[1]).toEqual({ name: 'email', enabled: false })
    expect(withMoved(fields, 'email', 0).map(({ name }) => name)).toEqual(['email', 'name', 'city'])
  })
  it('keep their width until it is put back', () => {
    const wide = withWidth(on('name', 'email'), 'email', 400)
    expect(widthsOf(wide)).toEqual({ email: 400 })
    expect(withWidth(wide, 'email', undefined)).toEqual(on('name', 'email'))
  })
})

describe('what was found', () => {
  it.each([
    ['Luca Nakamura', 'naka', ['Luca ', 'Naka', 'mura']],
    ['Lulu Alu', 'al', ['Lulu ', 'Al', 'u']],
    ['Valu', 'al', undefined],
    ['ann@acme.io', ' ACME ', ['ann@', 'acme', '.io']],
    ['ann@acme.io', 'x', undefined],
    ['ann@acme.io', 'nobody', undefined],
  ])('%s by %s', (text, search, found) => expect(splitFound(text, search)).toEqual(found))
})

describe('before the server answers', () => {
  const people = [1, 2, 3].map((id) => ({ id, tags: id === 2 ? 'a,B' : 'a' }) as Person)
  it('tags are on the chosen ones, once, or off them', () => {
    const some = { isAll: false, ids: new Set([2, 3]) }
    expect(tagged(some, 'b', true)(people).map(({ tags }) => tags)).toEqual(['a', 'a,b', 'a,b'])
    expect(tagged({ isAll: true, ids: new Set([1]) }, 'A', false)(people).map(({ tags }) => tags)).toEqual([
      'a',
      'B',
      '',
    ])
  })
  it('who leaves is gone from pages and answers alike', () => {
    const change = inRows(without({ isAll: true, ids: new Set([1]) }))
    expect(change(people).map(({ id }) => id)).toEqual([1])
    expect(change({ people, total: 3 })).toEqual({ people: [people[0]], total: 3 })
  })
  it('restoring all empties the shelf alone, and one person says at once where they are', () => {
    const mixed = people.map((person) => ({ ...person, archived: person.id > 1 }))
    expect(notArchived(mixed).map(({ id }) => id)).toEqual([1])
    const { users } = shelved(2, false)({ users: mixed })
    expect(users.map(({ archived }) => archived)).toEqual([false, false, true])
  })
})
