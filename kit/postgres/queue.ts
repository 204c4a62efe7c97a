import { runMigrations } from 'graphile-worker'
import type { Client } from 'pg'
import { silentQueueLogger } from '../jobs/queueLogger.ts'
import { WALLED_ROLE } from '../server/database.ts'

/**
 * Queues a job with the owner's rights: the job library's tables have row-level security of their own, which the walled
 * role cannot pass.
 */
const ADD_JOB = `
create or replace function millrace_add_job(name text, payload json, queue text, key text, attempts int) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(name, payload => payload, queue_name => queue, job_key => key, max_attempts => attempts)
$$`

/** Brings the tables of the job library to its version, and the door to them. */
export const migrateQueue = async (url: string, client: Client, isWalled: boolean): Promise<void> => {
  await runMigrations({ connectionString: url, logger: silentQueueLogger() })
  await client.query(ADD_JOB)
  await client.query('revoke all on function millrace_add_job from public')
  if (isWalled) await client.query(`grant execute on function millrace_add_job to ${WALLED_ROLE}`)
}
