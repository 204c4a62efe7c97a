import { mustHold } from '@millrace/access/server'
import { type CallContext, type House, notFound, removeExport, type Tx } from '@millrace/kit/server'
import type { PeopleJob } from '../../contract/index.ts'
import { JOB_COLUMNS, type JobRow, toJob } from '../jobs/jobRow.ts'

const DAY_MS = 86_400_000

/** What goes on, and what ended lately, newest first. */
const LIST = `
select ${JOB_COLUMNS} from people_jobs where account_id = $1 and (finished_at is null or finished_at > $2)
order by account_id, id desc limit 50`

const FIND = `select ${JOB_COLUMNS} from people_jobs where account_id = $1 and id = $2`

/** Stops a job that is not over. */
const CANCEL = `
update people_jobs set status = 'canceled', finished_at = $3
where account_id = $1 and id = $2 and status in ('queued', 'running')`

/** Work on many people that goes on or ended in the last day. */
export const listPeopleJobs = (house: House, accountId: number): Promise<PeopleJob[]> =>
  house.db.account(accountId, async (tx) => {
    const rows = await tx.rows<JobRow>(LIST, [accountId, new Date(house.clock.now().getTime() - DAY_MS)])
    return rows.map(toJob)
  })

const find = async (tx: Tx, accountId: number, id: number): Promise<JobRow> => {
  const row = await tx.one<JobRow>(FIND, [accountId, id])
  if (!row) throw notFound('There is no such job.')
  return row
}

/** Stops a job behind the part that is being done; what is done stays done. Harmless where it is over. */
export const cancelPeopleJob = async (
  house: House,
  caller: Pick<CallContext, 'accountId' | 'isOwner' | 'scopes'>,
  id: number,
): Promise<PeopleJob> => {
  const { accountId } = caller
  const row = await house.db.account(accountId, async (tx) => {
    const { kind } = await find(tx, accountId, id)
    mustHold(caller, [kind === 'export' ? 'people:export' : 'people:write'])
    await tx.run(CANCEL, [accountId, id, house.clock.now()])
    return find(tx, accountId, id)
  })
  if (row.status === 'canceled' && row.file_key) await removeExport(house, row.file_key)
  return toJob(row)
}
