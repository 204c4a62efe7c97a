import { describe, expect, test } from 'vitest'
import type { Design, DesignBlock } from '../../contract/design.ts'
import { keepWhole } from './keepWhole.ts'

const block = (id: string, more: Partial<DesignBlock> = {}): DesignBlock => ({
  id,
  type: 'text',
  values: { text: id },
  ...more,
})

const design = (blocks: DesignBlock[], more: object = {}): Design => ({
  body: {
    rows: [{ id: 'r', cells: [1], columns: [{ id: 'c', contents: blocks, values: {} }], values: {} }],
    values: {},
  },
  ...more,
})

const blocksOf = ({ body }: Design) => body.rows[0]?.columns[0]?.contents

describe('what another editor leaves out of a design', () => {
  test('comes back: of the design, its body, and of blocks wherever they went', () => {
    const given = design([block('a', { more: 1 }), block('b', { values: { text: 'b', own: { deep: [1] } } })], {
      mine: 1,
    })
    given.body.note = 'kept'
    const { missing, complete } = keepWhole(given, design([block('a'), block('b')], { schemaVersion: 21 }))
    expect(missing).toEqual([])
    const later = design([block('b', { values: { text: 'new' } }), block('x'), block('a')], { schemaVersion: 21 })
    const whole = complete(later)
    expect(whole).toMatchObject({ mine: 1, schemaVersion: 21, body: { note: 'kept' } })
    expect(blocksOf(whole)).toEqual([
      block('b', { values: { text: 'new', own: { deep: [1] } } }),
      block('x'),
      block('a', { more: 1 }),
    ])
  })

  test('stays away where that editor knows it, and its writer took it out', () => {
    const given = design([block('a', { values: { text: 'a', displayCondition: { before: 'x' } } })])
    const { complete } = keepWhole(given, structuredClone(given))
    expect(blocksOf(complete(design([block('a')])))).toEqual([block('a')])
  })

  test('does not write over what that editor says of it later', () => {
    const { complete } = keepWhole(design([block('a', { more: 1 })]), design([block('a')]))
    expect(blocksOf(complete(design([block('a', { more: 2 })])))).toEqual([block('a', { more: 2 })])
  })

  test('goes with a block that its writer takes out', () => {
    const { complete } = keepWhole(design([block('a', { more: 1 })]), design([block('a')]))
    expect(blocksOf(complete(design([])))).toEqual([])
  })

  test.each<[string, Design, string[]]>([
    ['a block that is gone', design([block('a')]), ['carousel']],
    ['a block that became another', design([block('a'), block('b')]), ['carousel']],
    ['a row that is gone', { body: { rows: [], values: {} } }, ['row', 'row', 'text', 'carousel']],
    [
      'a block without an id, whose properties could not be put back',
      design([block('a'), { type: 'carousel', values: {} }]),
      ['carousel'],
    ],
  ])('is told where it cannot come back: %s', (_name, back, told) => {
    const given = design([block('a'), block('b', { type: 'carousel' })])
    expect(keepWhole(given, back).missing).toEqual(told)
  })

  test('also where a block of ours is another kind of one', () => {
    const given = design([block('a', { type: 'custom', slug: 'millrace-snippet' })])
    expect(keepWhole(given, design([block('a', { type: 'custom', slug: 'other' })])).missing).toEqual([
      'millrace-snippet',
    ])
  })

  test('in headers and footers too', () => {
    const given = design([])
    given.body.footers = design([block('f', { more: 1 })]).body.rows
    const back = design([])
    back.body.footers = design([block('f')]).body.rows
    const { complete } = keepWhole(given, back)
    expect(complete(structuredClone(back)).body.footers).toEqual(given.body.footers)
  })
})
