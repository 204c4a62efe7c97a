import type { ObjectRecord } from '../../contract/index.ts'

/** A row of `objects` as statements read it. */
export type ObjectRow = {
  id: number
  external_id: string | null
  fields: Record<string, unknown>
  created_at: Date
  updated_at: Date
  archived_at: Date | null
}

/** The columns of an `ObjectRow`, of a table called `o`. */
export const OBJECT_COLUMNS = 'o.id, o.external_id, o.fields, o.created_at, o.updated_at, o.archived_at'

/** An object as calls answer it; with the named fields alone where some are named. */
export const toObject = (row: ObjectRow, attributes?: readonly string[]): ObjectRecord => {
  const wanted = attributes?.length && !attributes.includes('all') ? new Set(attributes) : undefined
  const fields = wanted
    ? Object.fromEntries(Object.entries(row.fields).filter(([name]) => wanted.has(name)))
    : row.fields
  return {
    ...fields,
    id: row.id,
    externalId: row.external_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    archived: row.archived_at !== null,
    archivedAt: row.archived_at?.toISOString() ?? null,
  }
}
