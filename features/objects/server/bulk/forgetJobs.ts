import { forgetLongJobs, type JobHandler } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { EXPORT_MS } from '@millrace/people/server'

/** Jobs that ended a while ago. */
const OLD = `
select j.account_id, j.id, j.file_key from object_jobs j /* across accounts: whose links are over */
where coalesce(j.finished_at, j.created_at) < $1 and j.status not in ('queued', 'running') limit 1000`

/** Forgets a job. */
const FORGET = `delete from object_jobs where account_id = $1 and id = $2`

/** Removes the files of exports whose links no longer work, and jobs that ended as long ago. */
export const forgetObjectJobs = (house: House): JobHandler =>
  forgetLongJobs(house, {
    name: 'objects.forgetJobs',
    cron: '35 * * * *',
    afterMs: EXPORT_MS,
    old: OLD,
    forget: FORGET,
  })
