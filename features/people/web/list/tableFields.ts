import type { Widths } from '@millrace/kit/web'

/** A column of the people table as the account keeps it. */
export type TableField = { name: string; enabled: boolean; width?: number | undefined }

/** The columns of an account that has chosen none. */
export const SHOWN_FIRST = ['name', 'email', 'company', 'tags', 'city', 'leadScore', 'lastSeenAt', 'createdAt']

/** What is kept, or the first columns; fields that are gone are left out. */
export const currentFields = (kept: readonly TableField[] | undefined, known: ReadonlySet<string>): TableField[] => {
  const there = kept?.filter(({ name }) => known.has(name)) ?? []
  if (there.some(({ enabled }) => enabled)) return [...there]
  return SHOWN_FIRST.filter((name) => known.has(name)).map((name) => ({ name, enabled: true }))
}

/** Shows or hides a column; a new one comes last of those that are shown. */
export const withShown = (fields: readonly TableField[], name: string, enabled: boolean): TableField[] => {
  const old = fields.find((field) => field.name === name)
  if (old && !enabled) return fields.map((field) => (field.name === name ? { ...field, enabled } : field))
  const others = fields.filter((field) => field.name !== name)
  const last = others.findLastIndex((field) => field.enabled)
  return [...others.slice(0, last + 1), { ...old, name, enabled }, ...others.slice(last + 1)]
}

/** Puts a column at a place among those that are shown. */
export const withMoved = (fields: readonly TableField[], name: string, to: number): TableField[] => {
  const moved = fields.find((field) => field.name === name)
  if (!moved) return [...fields]
  const shown = fields.filter((field) => field.enabled && field.name !== name)
  const hidden = fields.filter((field) => !field.enabled && field.name !== name)
  return [...shown.slice(0, to), moved, ...shown.slice(to), ...hidden]
}

/** Keeps a column's width; undefined puts it back to its own. */
export const withWidth = (fields: readonly TableField[], name: string, width: number | undefined): TableField[] =>
  fields.map((field) => {
    if (field.name !== name) return field
    const { width: _, ...rest } = field
    return width === undefined ? rest : { ...rest, width }
  })

/** The widths that are kept, by column. */
export const widthsOf = (fields: readonly TableField[]): Widths =>
  Object.fromEntries(fields.flatMap(({ name, width }) => (width === undefined ? [] : [[name, width]])))
