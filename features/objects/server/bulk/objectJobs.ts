import { mustHold } from '@millrace/access/server'
import { type CallContext, type House, notFound, removeExport, type Tx } from '@millrace/kit/server'
import type { ObjectJob } from '../../contract/index.ts'
import { type Called, JOB_COLUMNS, type ObjectJobRow, toObjectJob } from './jobRow.ts'

const DAY_MS = 86_400_000

type Row = ObjectJobRow & Called

const CALLED = `coalesce(s.name, '') as "objectName", coalesce(s.display_name_singular, 'Object') as "displayNameSingular",
  coalesce(s.display_name_plural, 'Objects') as "displayNamePlural"`

/** What goes on, and what ended lately, newest first. */
const LIST = `
select ${JOB_COLUMNS}, ${CALLED} from object_jobs j left join object_schemas s on s.account_id = $1 and s.id = j.schema_id
where j.account_id = $1 and (j.finished_at is null or j.finished_at > $2) order by j.account_id, j.id desc limit 50`

const FIND = `
select ${JOB_COLUMNS}, ${CALLED} from object_jobs j left join object_schemas s on s.account_id = $1 and s.id = j.schema_id
where j.account_id = $1 and j.id = $2`

/** Stops a job that is not over. */
const CANCEL = `
update object_jobs set status = 'canceled', finished_at = $3
where account_id = $1 and id = $2 and status in ('queued', 'running')`

/** Work on many objects that goes on or ended in the last day. */
export const listObjectJobs = (house: House, accountId: number): Promise<ObjectJob[]> =>
  house.db.account(accountId, async (tx) => {
    const rows = await tx.rows<Row>(LIST, [accountId, new Date(house.clock.now().getTime() - DAY_MS)])
    return rows.map(toObjectJob)
  })

/** A job; 404 where there is none. */
export const findObjectJob = async (tx: Tx, accountId: number, id: number): Promise<Row> => {
  const row = await tx.one<Row>(FIND, [accountId, id])
  if (!row) throw notFound('There is no such job.')
  return row
}

/** Stops a job behind the part that is being done; what is done stays done. Harmless where it is over. */
export const cancelObjectJob = async (
  house: House,
  caller: Pick<CallContext, 'accountId' | 'isOwner' | 'scopes'>,
  id: number,
): Promise<ObjectJob> => {
  const { accountId } = caller
  const row = await house.db.account(accountId, async (tx) => {
    const { kind } = await findObjectJob(tx, accountId, id)
    mustHold(caller, [kind === 'export' ? 'people:export' : 'people:write'])
    await tx.run(CANCEL, [accountId, id, house.clock.now()])
    return findObjectJob(tx, accountId, id)
  })
  if (row.status === 'canceled' && row.fileKey) await removeExport(house, row.fileKey)
  return toObjectJob(row)
}
