import { EventEmitter } from 'node:events'
import { parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Tx } from '../server/database.ts'
import { openPulse, releaseDead } from './deadWorkers.ts'
import { queueLogger } from './queueLogger.ts'

/** A piece of work that is kept until it is done: an import, an export, a timetable entry. */
export type JobHandler<T = unknown> = {
  name: string
  schema: z.ZodType<T>
  /** At the most this often; 10 unless told. Between tries it waits longer each time. */
  attempts?: number
  /** Crontab times, for example `0 3 * * *`; in UTC. */
  cron?: string
  run(payload: T, signal: AbortSignal): Promise<void>
}

/** Queues jobs in the caller's transaction: they exist if and only if it commits. */
export type Jobs = {
  add(
    tx: Tx,
    name: string,
    payload: unknown,
    options?: { key?: string; queue?: string; attempts?: number },
  ): Promise<void>
}

/** Declares a job with its payload's type. */
export const job = <T>(handler: JobHandler<T>): JobHandler => handler as JobHandler

/** The queue on graphile-worker. */
export const openJobs = (): Jobs => ({
  add: async (tx, name, payload, { key, queue, attempts = 10 } = {}) => {
    await tx.rows(`select millrace_add_job($1::text, $2::json, $3::text, $4::text, $5::int)`, [
      name,
      JSON.stringify(payload),
      queue ?? null,
      key ?? null,
      attempts,
    ])
  },
})

const tasksOf = (handlers: readonly JobHandler[]): TaskList =>
  Object.fromEntries(
    handlers.map((handler) => [
      handler.name,
      async (payload: unknown, helpers: { abortSignal?: AbortSignal }) =>
        handler.run(handler.schema.parse(payload), helpers.abortSignal ?? new AbortController().signal),
    ]),
  )

const timesOf = (handlers: readonly JobHandler[]) =>
  parseCronItems(handlers.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron, identifier: name }] : [])))

/** How long a worker may be without a sign of life, and how often that is looked at. */
const DEAD_AFTER_SECONDS = 5

/** Jobs that are being run. */
export type RunningJobs = { stop(): Promise<void> }

/** Runs jobs until it is stopped; on stop, running ones finish. Jobs of workers that were killed are taken over. */
export const runJobs = async (pool: Pool, handlers: readonly JobHandler[], log: Logger): Promise<RunningJobs> => {
  const onError = (error: Error) => log.warn(`The jobs' own connection broke and is opened again: ${error.message}`)
  const pulse = openPulse(pool.options.connectionString ?? '', onError)
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => pulse.lives(workerPool.id))
  const takeOver = () =>
    releaseDead(pool, DEAD_AFTER_SECONDS)
      .then((count) => count && log.info(`Took over the jobs of ${count} workers that are gone.`))
      .catch(onError)
  await takeOver()
  const looking = setInterval(takeOver, DEAD_AFTER_SECONDS * 1_000)
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: queueLogger(log),
    events,
    taskList: tasksOf(handlers),
    parsedCronItems: timesOf(handlers),
  })
  return {
    stop: async () => {
      clearInterval(looking)
      await runner.stop()
      await pulse.close()
    },
  }
}
