import { type JobHandler, job } from '@millrace/kit/jobs'
import { type House, retrying, type Tx, withoutWaiting } from '@millrace/kit/server'
import { z } from 'zod'
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
/** After so long a job lets others have a turn; its queue is free again a moment later. */
const SLICE_MS = 20_000
/** A job that breaks off so often in a row at the same place is given up. */
const MOST_FAILURES = 5

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

/** Deals with a stretch of people in one transaction with the place that it came to. Answers whether the job is over. */
const takeChunk = (running: Running): Promise<boolean> =>
  running.house.db.system(async (tx) => {
    const { house, accountId, id } = running
    const row = await tx.one<JobRow>(LOCK, [accountId, id])
    if (row?.status !== 'running') return true
    if (row.kind !== 'export') await withoutWaiting(tx)
    const done = await (row.kind === 'export' ? exportChunk : actOnChunk)(tx, running, row)
    const place = done.last || row.up_to_id
    await tx.run(ADVANCE, [accountId, id, done.dealt, done.changed, place, done.fileBytes, done.place])
    if (done.last || done.place) return false
    if (row.kind === 'export') await finishExport(tx, running, row, row.dealt + done.dealt)
    await tx.run(FINISH, [accountId, id, 'done', null, house.clock.now()])
    return true
  })

const giveUp = ({ house, accountId, id, kind }: Running): Promise<boolean> =>
  house.db.system(async (tx) => {
    const state = await tx.one<{ failures: number }>(FAIL, [accountId, id])
    if ((state?.failures ?? 0) < MOST_FAILURES) return false
    await tx.run(FINISH, [accountId, id, 'failed', FAILED[kind], house.clock.now()])
    return true
  })

/** Works from where the job stands until its turn is over. Answers whether the job is. */
const workOn = async (running: Running, signal: AbortSignal): Promise<boolean> => {
  const until = performance.now() + SLICE_MS
  const settle = indexSettler(running.house)
  while (!(await retrying(() => takeChunk(running)))) {
    if (running.kind !== 'export') settle()
    if (signal.aborted || performance.now() > until) return false
    // The processes that answer requests get a word in between.
    await new Promise(setImmediate)
  }
  return true
}

/**
 * Works on many people, a thousand in a transaction with the place it came to: killed at any moment, it goes on where it was
 * and does nothing twice. Canceled, it stops behind the transaction that runs. Others have a turn every twenty seconds.
 */
export const runJob = (house: House, ports: PeoplePorts): JobHandler =>
  job({
    name: 'people.bulk',
    schema: z.object({ accountId: z.number(), id: z.number() }),
    run: async ({ accountId, id }, signal) => {
      const row = await house.db.system((tx) => tx.one<JobRow>(BEGIN, [accountId, id, house.clock.now()]))
      if (!row) return
      const running: Running = { house, ports, accountId, id, kind: row.kind }
      try {
        if (await workOn(running, signal)) return
      } catch (error) {
        house.log.error({ err: error, accountId, job: id }, 'work on many people broke off')
        if (await giveUp(running)) return
        throw error
      }
      await house.db.system((tx) => queueJob(tx, house, accountId, id))
    },
  })
