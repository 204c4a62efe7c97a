import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blocksOf, type Design } from '../../contract/design.ts'
import { FOREIGN_DESIGNS, SCHEMA_12 } from '../../testing/foreignDesigns.ts'
import { changeBlock, changeColumn, changeRow, moveBlock, moveRow, removeBlock, stepBlock } from './change.ts'
import { duplicateBlock, duplicateRow, insertRow } from './copy.ts'
import { findBlock, placeOf, sectionOf, withIds } from './places.ts'

// Real designs lie outside the repository; where they are not, those in their shapes stand for them.
const folder = process.env.UNLAYER_DESIGNS ?? join(import.meta.dirname, '../../../../../shared/data/unlayer')
const real = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Design] as const)
  : []

const nameless = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(nameless)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id')
      .map(([key, inner]) => [key, nameless(inner)]),
  )
}

describe.each([...FOREIGN_DESIGNS, ...real])('a design of another editor: %s', (_name, design) => {
  test('is opened as it is but for ids that it lacks', () => {
    const before = structuredClone(design)
    const opened = withIds(design)
    expect(design).toEqual(before)
    expect(nameless(opened)).toEqual(nameless(design))
    for (const { id } of blocksOf(opened)) expect(id).toBeTruthy()
  })

  test('keeps everything else when one block is changed', () => {
    const opened = withIds(design)
    for (const { id = '' } of blocksOf(opened)) {
      const changed = changeBlock(opened, id, { touched: true })
      const back = changeBlock(changed, id, { touched: undefined })
      expect(changed).not.toEqual(opened)
      expect(back).toEqual(opened)
    }
  })

  test('keeps every block with all that it holds when rows and blocks are moved about', () => {
    const opened = withIds(design)
    const held = (one: Design) =>
      blocksOf(one)
        .map((block) => JSON.stringify(block))
        .sort()
    let next = opened
    for (const { id = '' } of blocksOf(opened)) next = stepBlock(moveBlock(next, id, { row: 0 }), id, 1)
    next = moveRow(next, next.body.rows.at(-1)?.id ?? '', 0)
    expect(held(next)).toEqual(held(opened))
  })

  test('gives copies names of their own', () => {
    const opened = withIds(design)
    const [first] = opened.body.rows
    if (!first) return
    const { design: twice, id } = duplicateRow(opened, first.id ?? '')
    const { design: thrice } = insertRow(twice, first, 0)
    const ids = blocksOf(thrice).map((block) => block.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(nameless(twice.body.rows[1]?.columns.map((column) => column.contents.map(({ type }) => type)))).toEqual(
      first.columns.map((column) => column.contents.map(({ type }) => type)),
    )
    expect(sectionOf(twice, id)).toBe('rows')
  })
})

describe('rows of headers and footers', () => {
  const design = withIds(SCHEMA_12)
  const header = design.body.headers?.[0]
  const block = header?.columns[0]?.contents[0]?.id ?? ''

  test('are changed where they stand', () => {
    expect(placeOf(design, block)).toEqual({ section: 'headers', row: 0, column: 0, index: 0 })
    const changed = changeBlock(design, block, { color: 'red' })
    expect(findBlock(changed, block)?.values.color).toBe('red')
    expect(changed.body.rows).toBe(design.body.rows)
    expect(changeRow(design, 'footer', { padding: '9px' }).body.footers?.[0]?.values.padding).toBe('9px')
    expect(changeColumn(design, 'header', 0, { padding: '3px' }).body.headers?.[0]?.columns[0]?.values.padding).toBe(
      '3px',
    )
  })

  test('copy and remove their blocks there', () => {
    const { design: twice, id } = duplicateBlock(design, block)
    expect(placeOf(twice, id)).toEqual({ section: 'headers', row: 0, column: 0, index: 1 })
    expect(removeBlock(twice, id)).toMatchObject({ body: { headers: design.body.headers } })
  })

  test('do not mix with those of the mail', () => {
    expect(stepBlock(design, block, 1)).toBe(design)
    expect(moveRow(design, 'header', 2)).toBe(design)
  })
})
