import { expect, test } from 'vitest'
import type { Design } from '../../contract/design.ts'
import { drop } from './drag.ts'

const design: Design = {
  body: {
    values: {},
    rows: ['r0', 'r1'].map((id) => ({
      id,
      cells: [1],
      values: {},
      columns: [{ values: {}, contents: [{ id: `${id}-a`, type: 'text', values: {} }] }],
    })),
  },
}
const shape = ({ body }: Design) =>
  body.rows.map((row) => row.columns.map(({ contents }) => contents.map(({ type }) => type)))

test('a new block falls into a column and is selected', () => {
  const source = { kind: 'new-block', of: 'button', label: 'Button' } as const
  const { design: next, selection } = drop(design, source, { row: 1, column: 0, index: 0 })
  expect(shape(next)).toEqual([[['text']], [['button', 'text']]])
  expect(next.body.rows[1]?.columns[0]?.contents[0]?.id).toBe(selection?.id)
})

test('a new block between rows gets a row of its own', () => {
  const source = { kind: 'new-block', of: 'image', label: 'Image' } as const
  expect(shape(drop(design, source, { row: 1 }).design)).toEqual([[['text']], [['image']], [['text']]])
})

test('a row that falls into a column goes after that row', () => {
  const source = { kind: 'new-row', cells: [1, 2], label: 'Row' } as const
  const { design: next, selection } = drop(design, source, { row: 0, column: 0, index: 0 })
  expect(next.body.rows.map(({ cells }) => cells)).toEqual([[1], [1, 2], [1]])
  expect(selection).toEqual({ kind: 'row', id: next.body.rows[1]?.id })
})

test('a row and a block are moved and stay selected', () => {
  const row = drop(design, { kind: 'row', id: 'r0', label: 'Row' }, { row: 2 })
  expect(row.design.body.rows.map(({ id }) => id)).toEqual(['r1', 'r0'])
  const block = drop(design, { kind: 'block', id: 'r0-a', label: 'Text' }, { row: 1, column: 0, index: 1 })
  expect(shape(block.design)).toEqual([[[]], [['text', 'text']]])
  expect(block.selection).toEqual({ kind: 'block', id: 'r0-a' })
})
