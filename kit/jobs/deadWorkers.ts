import pg, { type Pool } from 'pg'

/**
 * The job library keeps a job to the worker that took it for four hours, also when that worker was killed. So every
 * worker holds a lock in the database for as long as it lives, and others let go of the jobs of those that hold none.
 */
export type Pulse = { lives(poolId: string): void; close(): Promise<void> }

/** Any number that no other lock of ours begins with. */
const LOCK_CLASS = 7_214_455

const HOLD = `select pg_advisory_lock_shared(${LOCK_CLASS}, hashtext($1))`

/** Pools of workers that hold a job for longer than `$1` seconds and no lock; the time is that of the job library's own stamps. */
const DEAD = `select distinct j.locked_by as id from graphile_worker._private_jobs j
  where j.locked_by is not null and j.locked_at < now() - make_interval(secs => $1)
    and not exists (select from pg_locks l where l.locktype = 'advisory' and l.classid = ${LOCK_CLASS}
      and l.database = (select oid from pg_database where datname = current_database())
      and l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid)`

const RELEASE = 'select graphile_worker.force_unlock_workers($1::text[])'

/** Lets go of jobs whose worker is dead; answers how many workers that were. */
export const releaseDead = async (pool: Pool, afterSeconds: number): Promise<number> => {
  const { rows } = await pool.query<{ id: string }>(DEAD, [afterSeconds])
  if (rows.length) await pool.query(RELEASE, [rows.map(({ id }) => id)])
  return rows.length
}

/** Holds the locks on a connection of its own, and takes them again when that breaks. */
export const openPulse = (url: string, onError: (error: Error) => void): Pulse => {
  const living = new Set<string>()
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  const hold = (poolId: string) => client?.query(HOLD, [poolId]).catch(onError)
  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    next.on('error', onError)
    next.on('end', again)
    try {
      await next.connect()
      client = next
      for (const poolId of living) await hold(poolId)
    } catch (error) {
      onError(error as Error)
      await next.end().catch(onError)
    }
  }
  const again = () => {
    client = undefined
    if (isClosed) return
    clearTimeout(retry)
    retry = setTimeout(connect, 500)
  }
  void connect()
  return {
    lives: (poolId) => {
      living.add(poolId)
      void hold(poolId)
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(onError)
    },
  }
}
