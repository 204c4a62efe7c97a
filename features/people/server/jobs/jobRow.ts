import type { PeopleJob, PeopleJobKind, Selection } from '../../contract/index.ts'
import type { SourceWanted } from './exportSources.ts'

/** A row of `people_jobs`. */
export type JobRow = {
  id: number
  kind: PeopleJobKind
  status: PeopleJob['status']
  tags: string[]
  selection: Selection
  /** Who names the people of an export, instead of the selection; `place`: how far it is. */
  source: SourceWanted | null
  place: string
  attributes: string[] | null
  total: number | null
  dealt: number
  changed: number
  first_id: number
  last_id: number
  up_to_id: number
  email: string | null
  file_key: string | null
  file_bytes: number
  error: string | null
  created_at: Date
  finished_at: Date | null
}

/** The columns of a `JobRow`. */
export const JOB_COLUMNS = `id, kind, status, tags, selection, attributes, total, dealt, changed, first_id, last_id, up_to_id,
  email, file_key, file_bytes, error, created_at, finished_at, source, place`

/** How much is done: of the people where they were counted, else of the way through their ids. */
const progressOf = ({ status, total, dealt, first_id: first, last_id: last, up_to_id: upTo }: JobRow): number => {
  if (status === 'done') return 1
  if (total) return Math.min(0.99, dealt / total)
  const way = upTo - first
  return way > 0 ? Math.max(0, Math.min(0.99, (last - first) / way)) : 0
}

/** A job as calls answer it. */
export const toJob = (row: JobRow): PeopleJob => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  tags: row.tags,
  total: row.total,
  dealt: row.dealt,
  changed: row.changed,
  progress: progressOf(row),
  email: row.email,
  hasFile: row.status === 'done' && row.file_key !== null,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})
