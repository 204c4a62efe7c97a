import type { Encoding, Import, ImportStatus, Strategy, Target } from '../../contract/index.ts'

/** A row of `imports`. */
export type ImportRow = {
  id: number
  name: string
  file_key: string
  num_people: number
  headers: string[]
  mapping: Record<string, Target>
  tags: string[]
  strategy: Strategy
  encoding: Encoding
  status: ImportStatus
  row_position: number
  created: number
  updated: number
  unchanged: number
  refused: number
  error: string | null
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

/** The columns of an `ImportRow`. */
export const IMPORT_COLUMNS = `id, name, file_key, num_people, headers, mapping, tags, strategy, encoding, status, row_position,
  created, updated, unchanged, refused, error, created_at, started_at, finished_at`

/** An import as calls answer it. */
export const toImport = (row: ImportRow): Import => ({
  id: row.id,
  name: row.name,
  peopleFileKey: row.file_key,
  numPeople: row.num_people,
  fieldMapping: row.mapping,
  tags: row.tags,
  existingPeopleStrategy: row.strategy,
  status: row.status,
  processed: row.row_position,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  refused: row.refused,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
})
