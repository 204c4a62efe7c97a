import type { ObjectJob, ObjectSelection } from '../../contract/index.ts'

/** A row of `object_jobs`. */
export type ObjectJobRow = {
  id: number
  schemaId: number
  kind: ObjectJob['kind']
  status: ObjectJob['status']
  selection: ObjectSelection
  /** What fields are set to. */
  fields: Record<string, unknown> | null
  attributes: string[] | null
  total: number | null
  dealt: number
  changed: number
  firstId: number
  lastId: number
  upToId: number
  email: string | null
  fileKey: string | null
  fileBytes: number
  error: string | null
  createdAt: Date
  finishedAt: Date | null
}

/** The columns of an `ObjectJobRow`, of a table called `j`. */
export const JOB_COLUMNS = `j.id, j.schema_id as "schemaId", j.kind, j.status, j.selection, j.fields, j.attributes, j.total, j.dealt,
  j.changed, j.first_id as "firstId", j.last_id as "lastId", j.up_to_id as "upToId", j.email, j.file_key as "fileKey",
  j.file_bytes as "fileBytes", j.error, j.created_at as "createdAt", j.finished_at as "finishedAt"`

/** What the objects of a job are called. */
export type Called = Pick<ObjectJob, 'objectName' | 'displayNameSingular' | 'displayNamePlural'>

/** How much is done: of the objects where they were counted, else of the way through their ids. */
const progressOf = ({ status, total, dealt, firstId, lastId, upToId }: ObjectJobRow): number => {
  if (status === 'done') return 1
  const share = total ? dealt / total : (lastId - firstId) / Math.max(1, upToId - firstId)
  return Math.min(0.99, Math.max(0, share))
}

/** A job as calls answer it. */
export const toObjectJob = (row: ObjectJobRow & Called): ObjectJob => {
  const { id, kind, status, total, dealt, changed, email, error } = row
  const { objectName, displayNameSingular, displayNamePlural } = row
  return {
    id,
    kind,
    status,
    objectName,
    displayNameSingular,
    displayNamePlural,
    total,
    dealt,
    changed,
    progress: progressOf(row),
    email,
    hasFile: status === 'done' && row.fileKey !== null,
    error,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
