import { expect, test } from 'vitest'
import type { Design } from '../../contract/design.ts'
import { nextPlace } from './nextPlace.ts'

const block = (id: string, text = '') => ({ id, type: 'text', values: { text } })
const row = (id: string, ...columns: ReturnType<typeof block>[][]) => ({
  id,
  cells: columns.map(() => 1),
  values: {},
  columns: columns.map((contents) => ({ contents, values: {} })),
})
const design: Design = {
  body: {
    values: {},
    rows: [
      row('top', [block('a'), block('b')]),
      row('pair', [block('c')], []),
      row('foot', [block('d', '{{ unsubscribe_url }}')]),
    ],
  },
}

test.each([
  [
    { kind: 'block', id: 'a' },
    { row: 0, column: 0, index: 1 },
  ],
  [
    { kind: 'row', id: 'top' },
    { row: 0, column: 0, index: 2 },
  ],
  [
    { kind: 'row', id: 'pair' },
    { row: 1, column: 1, index: 0 },
  ],
  [undefined, { row: 1, column: 1, index: 0 }],
] as const)('with %j selected a block goes to %j', (selection, place) => {
  expect(nextPlace(design, selection)).toEqual(place)
})

test('an empty mail, or one that is only a footer, gets a row above', () => {
  expect(nextPlace({ body: { rows: [], values: {} } }, undefined)).toEqual({ row: 0 })
  expect(nextPlace({ body: { rows: design.body.rows.slice(2), values: {} } }, undefined)).toEqual({ row: 0 })
})
