import { setTimeout as pause } from 'node:timers/promises'
import { type RunningPostgres, startPostgres } from '@millrace/kit/postgres'
import pg from 'pg'
import { pino } from 'pino'
import { until } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { openReceiver, type Receiver } from '../instance/receiver.ts'

/** What is broken here: a server of mail, a PostgreSQL, an API, and as many workers as are started. */
export type Scene = {
  postgres: RunningPostgres
  receiver: Receiver
  api: Pick<Instance, 'address'>
  /** Ends the API without asking, and starts it again at the same address. */
  breakApi(): Promise<void>
  /** Starts a worker; `aheadMs` puts its machine's clock ahead. */
  startWorker(aheadMs?: number): Promise<Instance>
  /** Rows of a statement; waits for PostgreSQL where it is being started again. */
  rows<R extends object>(sql: string, values?: unknown[]): Promise<R[]>
  /** Ends PostgreSQL by a signal; it starts again by itself. */
  breakPostgres(signal: 'SIGKILL' | 'SIGQUIT'): void
  close(): Promise<void>
}

const SKEWED = new URL('./skewedClock.ts', import.meta.url).href

const patientRows = async <R extends object>(pool: pg.Pool, sql: string, values: unknown[]): Promise<R[]> => {
  for (let tries = 0; ; tries++) {
    try {
      return (await pool.query(sql, values)).rows as R[]
    } catch (error) {
      // PostgreSQL is being started again.
      if (tries > 2_400) throw error
      await pause(50)
    }
  }
}

/** Opens a scene in folders of its own. */
export const openScene = async (): Promise<Scene> => {
  const dirs = { database: newDataDir(), data: newDataDir() }
  const postgres = await startPostgres({ dataDir: dirs.database, log: pino({ level: 'silent' }) })
  const receiver = await openReceiver()
  const env = { DATABASE_URL: postgres.url, SMTP_URL: `${receiver.url}?tls=never`, LOG_LEVEL: 'silent' }
  const skewed = (aheadMs: number): Record<string, string> =>
    aheadMs ? { NODE_OPTIONS: `--import=${SKEWED}`, CLOCK_AHEAD_MS: String(aheadMs) } : {}
  const start = (role: 'api' | 'worker', aheadMs = 0, port = 0) =>
    startInstance({ role, dataDir: dirs.data, port, env: { ...env, ...skewed(aheadMs) } })
  let api = await start('api')
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    postgres,
    receiver,
    api: { address: api.address },
    breakApi: async () => {
      await api.kill()
      api = await start('api', 0, Number(new URL(api.address).port))
    },
    startWorker: (aheadMs) => start('worker', aheadMs),
    rows: (sql, values = []) => patientRows(pool, sql, values),
    breakPostgres: (signal) => {
      const pid = postgres.pid()
      if (pid) process.kill(pid, signal)
    },
    close: async () => {
      await pool.end()
      await api.kill()
      await receiver.close()
      await postgres.stop()
      removeDataDir(dirs.data)
      removeDataDir(dirs.database)
    },
  }
}

/** Restarts PostgreSQL without asking, and waits until it and the API answer again. */
export const restartPostgres = async (scene: Scene) => {
  const [before] = await scene.rows<{ at: Date }>('select pg_postmaster_start_time() as at')
  // What `pg_ctl restart -m immediate` sends.
  scene.breakPostgres('SIGQUIT')
  await until('PostgreSQL again', async () => {
    const [now] = await scene.rows<{ at: Date }>('select pg_postmaster_start_time() as at')
    return now && now.at > (before?.at ?? now.at)
  })
  await until('the API again', async () => (await fetch(`${scene.api.address}/readyz`)).ok)
}
