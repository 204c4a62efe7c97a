import type { UpsertItem } from '@millrace/people/server'
import { type CellRule, readCell } from './readCell.ts'

/** Where a column of the file goes. */
export type ColumnPlan = { index: number; field: string; rule: CellRule }

/** A row as a person, or why it cannot be one. */
export type MappedRow = { item: UpsertItem } | { refusal: string }

/** Reads a row by the plan of its columns; empty cells leave what is there. */
export const mapRow = (
  values: readonly string[],
  width: number,
  plan: readonly ColumnPlan[],
  tags: readonly string[],
): MappedRow => {
  if (values.length > width && values.slice(width).some((value) => value.trim()))
    return { refusal: `The row has ${values.length} values, but there are ${width} columns.` }
  const fields: Record<string, unknown> = {}
  for (const { index, field, rule } of plan) {
    const value = readCell(values[index] ?? '', rule)
    if (value) fields[field] = value
  }
  if (!Object.keys(fields).length) return { refusal: 'The row is empty.' }
  if (fields.id === undefined) return { item: { fields, tags } }
  const id = Number(fields.id)
  return Number.isSafeInteger(id) && id > 0
    ? { item: { id, fields, tags } }
    : { refusal: `"${fields.id}" is not the id of a person.` }
}
