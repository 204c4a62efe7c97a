import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf, type Design } from '../../contract/design.ts'
import {
  addBlock,
  addRow,
  changeBlock,
  changeLayout,
  moveBlock,
  moveRow,
  removeBlock,
  removeRow,
  stepBlock,
  stepColumn,
} from './change.ts'
import { duplicateBlock, duplicateRow } from './copy.ts'
import { LAYOUTS, starterDesign } from './newBlock.ts'
import { placeOf, withIds } from './places.ts'

const empty: Design = { body: { rows: [], values: {} } }

/** Rows of columns of block ids, from `[[['a', 'b']], [['c'], []]]`. */
const build = (rows: string[][][]): Design => ({
  body: {
    values: {},
    rows: rows.map((columns, row) => ({
      id: `r${row}`,
      cells: columns.map(() => 1),
      values: {},
      columns: columns.map((ids) => ({
        values: {},
        contents: ids.map((id) => ({ id, type: 'text', values: { own: id } })),
      })),
    })),
  },
})
const shape = ({ body }: Design) =>
  body.rows.map((row) => row.columns.map((column) => column.contents.map(({ id }) => id)))

describe('moving a block', () => {
  const design = build([[['a', 'b', 'c']], [['d'], ['e']]])
  test.each([
    ['a', { row: 0, column: 0, index: 3 }, [[['b', 'c', 'a']], [['d'], ['e']]]],
    ['c', { row: 0, column: 0, index: 0 }, [[['c', 'a', 'b']], [['d'], ['e']]]],
    ['b', { row: 0, column: 0, index: 1 }, [[['a', 'b', 'c']], [['d'], ['e']]]],
    ['b', { row: 0, column: 0, index: 2 }, [[['a', 'b', 'c']], [['d'], ['e']]]],
    ['b', { row: 1, column: 1, index: 0 }, [[['a', 'c']], [['d'], ['b', 'e']]]],
    ['b', { row: 1 }, [[['a', 'c']], [['b']], [['d'], ['e']]]],
  ])('%s to %j', (id, target, wanted) => {
    expect(shape(moveBlock(design, id, target))).toEqual(wanted)
  })

  test('by keyboard goes through the column, then into the next row', () => {
    expect(shape(stepBlock(design, 'a', 1))).toEqual([[['b', 'a', 'c']], [['d'], ['e']]])
    expect(shape(stepBlock(design, 'c', 1))).toEqual([[['a', 'b']], [['c', 'd'], ['e']]])
    expect(shape(stepBlock(design, 'd', -1))).toEqual([[['a', 'b', 'c', 'd']], [[], ['e']]])
    expect(stepBlock(design, 'a', -1)).toBe(design)
    expect(shape(stepColumn(design, 'd'))).toEqual([[['a', 'b', 'c']], [[], ['e', 'd']]])
    expect(shape(stepColumn(design, 'e'))).toEqual([[['a', 'b', 'c']], [['d', 'e'], []]])
    expect(stepColumn(design, 'a')).toBe(design)
  })
})

test.each([
  ['r0', 2, ['r1', 'r0', 'r2']],
  ['r2', 0, ['r2', 'r0', 'r1']],
  ['r1', 1, ['r0', 'r1', 'r2']],
  ['r1', 2, ['r0', 'r1', 'r2']],
])('moving row %s before %d', (id, to, wanted) => {
  const design = build([[['a']], [['b']], [['c']]])
  expect(moveRow(design, id, to).body.rows.map((row) => row.id)).toEqual(wanted)
})

test('a smaller layout keeps every block', () => {
  const design = build([[['a'], ['b'], ['c']]])
  const next = changeLayout(design, 'r0', [2, 1])
  expect(shape(next)).toEqual([[['a'], ['b', 'c']]])
  expect(next.body.rows[0]?.cells).toEqual([2, 1])
  expect(shape(changeLayout(next, 'r0', [1, 1, 1]))).toEqual([[['a'], ['b', 'c'], []]])
})

test('new parts are numbered, copies are parts of their own', () => {
  const first = addBlock(empty, 'text', { row: 0 })
  const second = addBlock(first.design, 'text', { row: 0, column: 0, index: 1 })
  const copy = duplicateBlock(second.design, second.id)
  const rows = duplicateRow(copy.design, copy.design.body.rows[0]?.id ?? '')
  const ids = blocksOf(rows.design).map(({ values }) => (values._meta as { htmlID: string }).htmlID)
  expect(new Set(ids).size).toBe(6)
  expect(new Set(blocksOf(rows.design).map(({ id }) => id)).size).toBe(6)
})

test('changing a block leaves everything else as it was', () => {
  const design = { ...build([[['a', 'b']]]), mine: { deep: true } }
  const next = changeBlock(design, 'a', { text: 'x' })
  expect(next).toMatchObject({ mine: { deep: true } })
  expect(next.body.rows[0]?.columns[0]?.contents[0]?.values).toEqual({ own: 'a', text: 'x' })
  expect(next.body.rows[0]?.columns[0]?.contents[1]).toBe(design.body.rows[0]?.columns[0]?.contents[1])
})

test('no gesture loses or doubles a block', () => {
  const step = fc.record({ kind: fc.nat(6), pick: fc.nat(), row: fc.nat(), column: fc.nat(), index: fc.nat() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let design = withIds(starterDesign())
      let wanted = blocksOf(design).length
      for (const { kind, pick, row, column, index } of steps) {
        const all = blocksOf(design)
        const id = all[pick % Math.max(1, all.length)]?.id ?? ''
        const rows = design.body.rows
        const at = rows[row % Math.max(1, rows.length)]
        const inner = at ? column % at.columns.length : 0
        const blocks = at?.columns[inner]?.contents.length ?? 0
        const target =
          at && index % 3
            ? { row: rows.indexOf(at), column: inner, index: index % (blocks + 1) }
            : { row: row % (rows.length + 1) }
        if (kind === 0) {
          design = addBlock(design, 'button', target).design
          wanted++
        } else if (kind === 1) design = moveBlock(design, id, target)
        else if (kind === 2)
          design = addRow(design, LAYOUTS[pick % LAYOUTS.length] ?? [1], row % (rows.length + 1)).design
        else if (kind === 3 && all.length) {
          design = duplicateBlock(design, id).design
          wanted++
        } else if (kind === 4 && at) design = changeLayout(design, at.id ?? '', LAYOUTS[pick % LAYOUTS.length] ?? [1])
        else if (kind === 5 && all.length) {
          design = removeBlock(design, id)
          wanted--
        } else design = stepBlock(design, id, index % 2 ? 1 : -1)
        const ids = blocksOf(design).map((block) => block.id)
        expect(ids.length).toBe(wanted)
        expect(new Set(ids).size).toBe(ids.length)
      }
    }),
    { numRuns: 150 },
  )
})

test('removing a row takes its blocks along', () => {
  const design = removeRow(build([[['a']], [['b']]]), 'r0')
  expect(placeOf(design, 'a')).toBeUndefined()
  expect(shape(design)).toEqual([[['b']]])
})
