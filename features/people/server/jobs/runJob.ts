import { type JobHandler, type LongJobKey, longJob } from '@millrace/kit/jobs'
import { type House, type Tx, withoutWaiting } from '@millrace/kit/server'
import type { PeoplePorts } from '../ports.ts'
import { indexSettler } from '../upsert/settleIndexes.ts'
import { act } from './acts.ts'
import { exportChunk, finishExport } from './exportChunk.ts'
import { JOB_COLUMNS, type JobRow } from './jobRow.ts'
import type { Running } from './running.ts'
import { queueJob } from './startJob.ts'
import { walker } from './walk.ts'

/** So many people in one transaction. */
const CHUNK = 1_000

const FAILED = {
  tag: 'Error while adding/removing tags.',
  untag: 'Error while adding/removing tags.',
  archive: 'Error while archiving people.',
  restore: 'Error while unarchiving people.',
  delete: 'Error while deleting person.',
  export: 'Error while exporting people.',
} as const

const BEGIN = `
update people_jobs set status = 'running', started_at = coalesce(started_at, $3)
where account_id = $1 and id = $2 and status in ('queued', 'running') returning ${JOB_COLUMNS}`

/** Locks a job and says how far it is: whoever comes second finds that it has moved on. */
const LOCK = `select ${JOB_COLUMNS} from people_jobs where account_id = $1 and id = $2 for update`

/** Moves a job on behind what was dealt with. */
const ADVANCE = `
update people_jobs set dealt = dealt + $3, changed = changed + $4, last_id = $5, file_bytes = $6, place = $7, failures = 0
where account_id = $1 and id = $2`

const FINISH = `
update people_jobs set status = $3, error = $4, finished_at = $5 where account_id = $1 and id = $2 and status = 'running'`

/** Notes that a job broke off. */
const FAIL = `
update people_jobs set failures = failures + 1 where account_id = $1 and id = $2 and status = 'running' returning failures`

const actOnChunk = async (tx: Tx, { house, ports, accountId }: Running, row: JobRow) => {
  const { kind, selection, tags, last_id: after, up_to_id: upTo } = row
  if (kind === 'export') throw new Error('An export acts on nobody.')
  const next = walker(ports.peopleOfSegment)
  const { ids, last } = await next(tx, accountId, { kind, selection, after, upTo, limit: CHUNK })
  const changed = ids.length ? await act(tx, house, accountId, { kind, tags }, ids) : 0
  return { dealt: ids.length, changed, last, place: '', fileBytes: 0 }
}

/** Deals with a stretch of people; answers whether it was the last one. */
const stretch = async (tx: Tx, running: Running, row: JobRow): Promise<boolean> => {
  const { accountId, id } = running
  if (row.kind !== 'export') await withoutWaiting(tx)
  const done = await (row.kind === 'export' ? exportChunk : actOnChunk)(tx, running, row)
  const place = done.last || row.up_to_id
  await tx.run(ADVANCE, [accountId, id, done.dealt, done.changed, place, done.fileBytes, done.place])
  if (done.last || done.place) return false
  if (row.kind === 'export') await finishExport(tx, running, row, row.dealt + done.dealt)
  return true
}

/** Works on many people, a thousand in a transaction; see `longJob`. */
export const runJob = (house: House, ports: PeoplePorts): JobHandler => {
  const settle = indexSettler(house)
  return longJob<JobRow>(house, {
    name: 'people.bulk',
    statements: { begin: BEGIN, hold: LOCK, fail: FAIL, finish: FINISH },
    stretch: (tx, key: LongJobKey, row) => stretch(tx, { house, ports, ...key, kind: row.kind }, row),
    between: ({ kind }) => {
      if (kind !== 'export') settle()
    },
    failed: ({ kind }) => FAILED[kind],
    queue: (tx, { accountId, id }) => queueJob(tx, house, accountId, id),
  })
}
