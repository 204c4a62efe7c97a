import {
  type Delimiter,
  type Encoding,
  type Import,
  type ImportCheck,
  type ImportStatus,
  type RefusalReason,
  type Strategy,
  type Target,
  UNDO_DAYS,
} from '../../contract/index.ts'

/** A row of `imports`. */
export type ImportRow = {
  id: number
  purpose: 'import' | 'check'
  name: string
  file_key: string
  num_people: number
  headers: string[]
  has_header: boolean
  mapping: Record<string, Target>
  tags: string[]
  strategy: Strategy
  encoding: Encoding
  delimiter: Delimiter | null
  status: ImportStatus
  row_position: number
  byte_position: number | null
  line_position: number
  created: number
  updated: number
  unchanged: number
  repeated: number
  refused: number
  reasons: RefusalReason[]
  speed: number
  error: string | null
  keeps_history: boolean
  undo_position: number
  undo_total: number
  undo_removed: number
  undo_restored: number
  undo_kept: number
  undo_merged: number
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

/** The columns of an `ImportRow`. */
export const IMPORT_COLUMNS = `id, purpose, name, file_key, num_people, headers, has_header, mapping, tags, strategy, encoding,
  delimiter, status, row_position, byte_position, line_position, created, updated, unchanged, repeated, refused, reasons,
  speed, error, keeps_history, undo_position, undo_total, undo_removed, undo_restored, undo_kept, undo_merged, created_at, started_at,
  finished_at`

const DAY = 86_400_000
const OVER: readonly ImportStatus[] = ['done', 'failed', 'canceled']

/** Until when an import can be taken back; undefined where it cannot. */
export const undoUntil = (row: ImportRow): Date | undefined => {
  const touched = row.created + row.updated > 0
  if (!row.keeps_history || !touched || !OVER.includes(row.status) || !row.finished_at) return undefined
  return new Date(row.finished_at.getTime() + UNDO_DAYS * DAY)
}

const undoOf = (row: ImportRow): Import['undo'] =>
  row.status === 'undoing' || row.status === 'undone'
    ? {
        total: row.undo_total,
        removed: row.undo_removed,
        restored: row.undo_restored,
        kept: row.undo_kept,
        merged: row.undo_merged,
      }
    : null

const most = (reasons: readonly RefusalReason[]) => [...reasons].sort((a, b) => b.count - a.count)

const figuresOf = (row: ImportRow) => ({
  id: row.id,
  status: row.status,
  numPeople: row.num_people,
  processed: row.row_position,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  refused: row.refused,
  reasons: most(row.reasons),
  speed: row.speed,
  error: row.error,
})

/** A check as calls answer it. */
export const toCheck = (row: ImportRow): ImportCheck => ({ ...figuresOf(row), repeated: row.repeated })

/** An import as calls answer it. */
export const toImport = (row: ImportRow, now: Date): Import => {
  const until = undoUntil(row)
  return {
    ...figuresOf(row),
    name: row.name,
    peopleFileKey: row.file_key,
    fieldMapping: row.mapping,
    tags: row.tags,
    existingPeopleStrategy: row.strategy,
    undoUntil: until && until > now ? until.toISOString() : null,
    undo: undoOf(row),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
