import { Writable } from 'node:stream'
import { runOnce } from 'graphile-worker'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, inject } from 'vitest'
import { type Bell, openBell } from '../jobs/bell.ts'
import { takeChanges } from '../jobs/changes.ts'
import { type JobHandler, openJobs } from '../jobs/jobs.ts'
import { silentQueueLogger } from '../jobs/queueLogger.ts'
import type { Reactor } from '../jobs/reactor.ts'
import { type Clock, heldClock } from '../server/clock.ts'
import { type Db, openDatabase } from '../server/database.ts'
import type { House } from '../server/house.ts'
import { keysFrom } from '../server/keys.ts'
import { readSettings, type Settings } from '../server/settings.ts'
import { type NewAccount, newAccount, type TestAccount } from './account.ts'
import { copyDatabase, inDatabase, TEST_TIME } from './database.ts'
import { recordStatements } from './statements.ts'

/** A house with a clock that stands still, a logger that remembers, and a database of the test file's own. */
export type TestHouse = House & {
  clock: ReturnType<typeof heldClock>
  databaseUrl: string
  /** What was logged, newest last. */
  logged: { level: number; msg: string; [key: string]: unknown }[]
  /** An account with an owner who may do everything. */
  newAccount(wanted?: NewAccount): Promise<TestAccount>
  /** Shows all waiting changes of an account to reactors; answers how many changes there were. */
  takeChanges(reactors: readonly Reactor[], accountId: number): Promise<number>
  /** Runs the jobs that are queued now, once each. */
  runJobs(handlers: readonly JobHandler[]): Promise<void>
}

const memoryLogger = () => {
  const logged: TestHouse['logged'] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(JSON.parse(chunk.toString()))
      done()
    },
  })
  return { logged, log: pino({ level: 'debug' }, sink) }
}

/** Rings for real; listens only once somebody does. */
const lazyBell = (url: string, onError: (error: Error) => void): Bell => {
  let bell: Bell | undefined
  const opened = () => {
    bell ??= openBell(url, onError)
    return bell
  }
  return {
    ring: async (tx, topic, accountId) => {
      await tx.rows('SELECT pg_notify($1, $2)', ['millrace', `${topic}:${accountId}`], 'bell')
    },
    on: (topic, heard) => opened().on(topic, heard),
    close: async () => bell?.close(),
  }
}

const takeAll = async (db: Db, clock: Clock, reactors: readonly Reactor[], accountId: number) => {
  let total = 0
  for (;;) {
    const taken = await takeChanges(db, clock, reactors, accountId)
    if (taken === undefined) throw new Error(`The account ${accountId} has no lane for changes, or it is locked.`)
    if (!taken) return total
    total += taken
  }
}

/**
 * Runs what is queued. The queue tells that it ended a job without waiting for the answer; over a single connection whatever is
 * asked next comes behind it, so that a job of the same queue that is added after is never taken for one that must wait.
 */
const runQueued = (pgPool: pg.Pool, handlers: readonly JobHandler[]) =>
  runOnce({
    pgPool,
    noHandleSignals: true,
    logger: silentQueueLogger(),
    taskList: Object.fromEntries(
      handlers.map((handler) => [
        handler.name,
        async (payload: unknown) => handler.run(handler.schema.parse(payload), new AbortController().signal),
      ]),
    ),
  })

type Open = { house: TestHouse; close(): Promise<void> }

let opened: Promise<Open> | undefined
let houses = 0

/** More accounts than a test file makes. */
const ACCOUNTS_OF_A_HOUSE = 100_000

const SECRET = 'a secret that is long enough and known to everybody'

const testSettings = (wanted: Record<string, string>): Settings =>
  readSettings({ TEST_MODE: 'true', SECRET, PUBLIC_URL: 'http://localhost:3000', ...wanted })

const open = async (wanted: Record<string, string>): Promise<Open> => {
  const { adminUrl, template } = inject('database')
  const own = await copyDatabase(adminUrl, template)
  // Test files run one after the other in one process, in which what is remembered of an account goes by its number.
  await inDatabase(own.url, `alter table accounts alter column id restart with ${++houses * ACCOUNTS_OF_A_HOUSE}`)
  const { log, logged } = memoryLogger()
  const statements = recordStatements()
  const onError = (error: Error) => log.error({ err: error }, 'connection')
  const db = openDatabase({ url: own.url, connections: 6, onStatement: statements.heard, onError })
  const queue = new pg.Pool({ connectionString: own.url, max: 1 }).on('error', onError)
  queue.on('connect', (client) => client.on('error', onError))
  const clock = heldClock(TEST_TIME)
  const bell = lazyBell(own.url, onError)
  const settings = testSettings(wanted)
  const publicUrl = (settings.PUBLIC_URL ?? '').replace(/\/$/, '')
  const basics = { db, clock, keys: keysFrom(SECRET), settings, publicUrl, log: log as Logger, bell }
  const house: TestHouse = {
    ...basics,
    jobs: openJobs(),
    metrics: new Registry(),
    databaseUrl: own.url,
    logged,
    newAccount: (fields) => newAccount(db, clock.now(), fields),
    takeChanges: (reactors, accountId) => takeAll(db, clock, reactors, accountId),
    runJobs: (handlers) => runQueued(queue, handlers),
  }
  const close = async () => {
    statements.keep(expect.getState().testPath ?? '')
    await bell.close()
    await queue.end()
    await db.close()
    await own.drop()
  }
  return { house, close }
}

/**
 * The house of this test file: made at the first call, closed after the file's last test. Tests share its database, so
 * each makes its own account; a test that moves the clock leaves it to the next one as it found it. Other settings than those of the first call are refused.
 */
export const testHouse = async (settings: Record<string, string> = {}): Promise<TestHouse> => {
  if (opened && Object.keys(settings).length)
    throw new Error('The house of this file is already open; give settings first.')
  opened ??= open(settings)
  return (await opened).house
}

/** Notes what time it is in the file's house; what it answers sets that time again. The setup file has it around each test. */
export const keepTime = async (): Promise<() => Promise<void>> => {
  const time = (await opened)?.house.clock.now() ?? TEST_TIME
  return async () => (await opened)?.house.clock.set(time)
}

/** Closes what the file opened; the setup file of the server tests calls it. */
export const closeHouse = async (): Promise<void> => {
  const last = opened
  opened = undefined
  await (await last)?.close()
}
