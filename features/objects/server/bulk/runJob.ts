import { type JobHandler, longJob } from '@millrace/kit/jobs'
import { type House, type Tx, withoutWaiting } from '@millrace/kit/server'
import type { ObjectJob } from '../../contract/index.ts'
import type { ObjectPorts } from '../ports.ts'
import { schemaById } from '../schemas/schemaRows.ts'
import { actOnObjects } from './acts.ts'
import { exportStretch, finishObjectExport } from './exportChunk.ts'
import { JOB_COLUMNS, type ObjectJobRow } from './jobRow.ts'
import { queueObjectJob } from './startJob.ts'
import { nextObjects } from './walk.ts'

/** So many objects in one transaction. */
const CHUNK = 1_000

/** What a running job stands on. */
export type Running = { house: House; ports: ObjectPorts; accountId: number; id: number }

const FAILED: Record<ObjectJob['kind'], string> = {
  archive: 'Error while deleting object.',
  restore: 'Error while saving object.',
  delete: 'Error while deleting object.',
  set: 'Error while saving object.',
  export: 'Error while exporting objects.',
}

const BEGIN = `
update object_jobs j set status = 'running', started_at = coalesce(j.started_at, $3)
where j.account_id = $1 and j.id = $2 and j.status in ('queued', 'running') returning ${JOB_COLUMNS}`

/** Locks a job and says how far it is. */
const HOLD = `select ${JOB_COLUMNS} from object_jobs j where j.account_id = $1 and j.id = $2 for update`

/** Moves a job on behind what was dealt with. */
const ADVANCE = `
update object_jobs set dealt = dealt + $3, changed = changed + $4, last_id = $5, file_bytes = $6, failures = 0
where account_id = $1 and id = $2`

const FINISH = `
update object_jobs set status = $3, error = $4, finished_at = $5 where account_id = $1 and id = $2 and status = 'running'`

/** Notes that a job broke off. */
const FAIL = `
update object_jobs set failures = failures + 1 where account_id = $1 and id = $2 and status = 'running' returning failures`

/** Deals with a stretch of objects; answers whether it was the last one. Of a kind that is no more there is nothing to do. */
const stretch = async (tx: Tx, running: Running, row: ObjectJobRow): Promise<boolean> => {
  const { house, ports, accountId, id } = running
  const { kind, selection, fields, lastId: after, upToId: upTo } = row
  const schema = await schemaById(tx, accountId, row.schemaId)
  if (!schema) return true
  if (kind === 'export') {
    const done = await exportStretch(tx, running, schema, row)
    await tx.run(ADVANCE, [accountId, id, done.dealt, done.changed, done.last || upTo, done.fileBytes])
    if (done.last) return false
    await finishObjectExport(tx, running, schema, row, row.dealt + done.dealt)
    return true
  }
  await withoutWaiting(tx)
  const { ids, last } = await nextObjects(tx, ports, accountId, schema, { kind, selection, after, upTo, limit: CHUNK })
  const changed = ids.length ? await actOnObjects(tx, house, accountId, schema, { kind, fields }, ids) : 0
  await tx.run(ADVANCE, [accountId, id, ids.length, changed, last || upTo, 0])
  return !last
}

/** Works on many objects, a thousand in a transaction; see `longJob`. */
export const runObjectJob = (house: House, ports: ObjectPorts): JobHandler =>
  longJob<ObjectJobRow>(house, {
    name: 'objects.bulk',
    statements: { begin: BEGIN, hold: HOLD, fail: FAIL, finish: FINISH },
    stretch: (tx, key, row) => stretch(tx, { house, ports, ...key }, row),
    failed: ({ kind }) => FAILED[kind],
    queue: (tx, { accountId, id }) => queueObjectJob(tx, house, accountId, id),
  })
