import { type JobHandler, job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'
import { removeExport } from './exportFile.ts'
import { EXPORT_MS } from './exportLink.ts'

/** Jobs that ended a while ago, or that nobody has finished for ever so long. */
const OLD = `
select j.account_id, j.id, j.file_key from people_jobs j /* across accounts: whose links are over */
where coalesce(j.finished_at, j.created_at) < $1 and j.status not in ('queued', 'running') limit 1000`

/** Forgets a job. */
const FORGET = `delete from people_jobs where account_id = $1 and id = $2`

/** Removes the files of exports whose links no longer work, and jobs that ended as long ago. */
export const forgetJobs = (house: House): JobHandler =>
  job({
    name: 'people.forgetJobs',
    schema: z.looseObject({}),
    cron: '25 * * * *',
    run: async () => {
      const before = new Date(house.clock.now().getTime() - EXPORT_MS)
      type Old = { account_id: number; id: number; file_key: string | null }
      const old = await house.db.system((tx) => tx.rows<Old>(OLD, [before]))
      for (const { account_id: accountId, id, file_key: key } of old) {
        if (key) await removeExport(house, key)
        await house.db.system((tx) => tx.run(FORGET, [accountId, id]))
      }
    },
  })
