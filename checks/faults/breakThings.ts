import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningPostgres, startPostgres } from '@millrace/kit/postgres'
import pg from 'pg'
import { pino } from 'pino'
import { until } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { openReceiver, type Receiver } from '../instance/receiver.ts'
import { type Story, tellStory } from './story.ts'

/** How much is broken. */
export type Breaking = {
  people: number
  workerKills: number
  postgresKills: number
  /** The receiver takes one in so many mails and drops the line instead of saying so. */
  dropOneIn: number
  /** A worker lives this long, at the least and the most, before it is killed. */
  livesMs: [least: number, most: number]
}

/** What came of it, counted at the receiver and in the ledger. */
export type Counted = {
  people: number
  /** How often each person got the mail. */
  missed: string[]
  twice: string[]
  /** Mails that the receiver took without saying so. */
  untold: number
  uncertain: number
  /** Uncertain rows whose answer the receiver had sent: the worker was killed before it heard it. */
  cutByKills: number
  /** Rows of the ledger by state. */
  states: Record<string, number>
  kills: number
  seconds: number
}

type Scene = {
  postgres: RunningPostgres
  receiver: Receiver
  pool: pg.Pool
  api: Instance
  story: Story
  startWorker(): Promise<Instance>
}

const rowsOf = async <R extends object>(pool: pg.Pool, sql: string, values: unknown[] = []): Promise<R[]> => {
  for (let tries = 0; ; tries++) {
    try {
      return (await pool.query(sql, values)).rows as R[]
    } catch (error) {
      // PostgreSQL is being started again.
      if (tries > 200) throw error
      await pause(50)
    }
  }
}

const isDone = async ({ pool, story }: Scene, people: number) => {
  const [row] = await rowsOf<{ open: number; all: number }>(
    pool,
    `select count(*) filter (where state in ('planned', 'claimed', 'attempting'))::int as open, count(*)::int as all
     from sends where account_id = $1 and reason_kind = 'flow'`,
    [story.accountId],
  )
  return row?.all === people && row.open === 0
}

const killOften = async (scene: Scene, { people, workerKills, postgresKills, livesMs }: Breaking) => {
  let kills = 0
  const postgresAt = new Set(
    Array.from({ length: postgresKills }, (_one, index) => Math.floor(((index + 0.5) * workerKills) / postgresKills)),
  )
  while (kills < workerKills && !(await isDone(scene, people))) {
    const worker = await scene.startWorker()
    await pause(randomInt(...livesMs))
    if (postgresAt.has(kills)) {
      const pid = scene.postgres.pid()
      if (pid) process.kill(pid, 'SIGKILL')
      await pause(randomInt(200, 900))
    }
    await worker.kill()
    kills++
  }
  const last = await scene.startWorker()
  await until('the end of all mail', () => isDone(scene, people), 300_000)
  await last.stop()
  return kills
}

const count = async ({ pool, receiver, story }: Scene, people: number): Promise<Omit<Counted, 'kills' | 'seconds'>> => {
  const sends = await rowsOf<{ to_address: string; state: string; message_id: string | null }>(
    pool,
    `select to_address, state, message_id from sends where account_id = $1 and reason_kind = 'flow'`,
    [story.accountId],
  )
  const got = new Map<string, number>()
  for (const { to } of receiver.mails) if (to.endsWith('@people.example')) got.set(to, (got.get(to) ?? 0) + 1)
  const everybody = Array.from({ length: people }, (_one, index) => `p${index}@people.example`)
  const uncertain = new Set(sends.filter((send) => send.state === 'uncertain').map((send) => send.to_address))
  const untold = new Set(receiver.untold.map(({ to }) => to).filter((to) => to.endsWith('@people.example')))
  const states: Record<string, number> = {}
  for (const { state } of sends) states[state] = (states[state] ?? 0) + 1
  return {
    people,
    // Whose fate is uncertain may have got it or not; nobody else may have missed it.
    missed: everybody.filter((to) => !got.has(to) && !uncertain.has(to)),
    twice: everybody.filter((to) => (got.get(to) ?? 0) > 1),
    untold: untold.size,
    uncertain: uncertain.size,
    cutByKills: [...uncertain].filter((to) => !untold.has(to)).length,
    states,
  }
}

const setScene = async (breaking: Breaking, dirs: { database: string; data: string }): Promise<Scene> => {
  const log = pino({ level: 'silent' })
  const postgres = await startPostgres({ dataDir: dirs.database, log })
  const receiver = await openReceiver()
  const env = { DATABASE_URL: postgres.url, SMTP_URL: `${receiver.url}?tls=never`, LOG_LEVEL: 'silent' }
  const start = (role: 'api' | 'worker') => startInstance({ role, dataDir: dirs.data, env })
  const api = await start('api')
  const first = await start('worker')
  const story = await tellStory(api.address, receiver)
  await first.stop()
  receiver.behave((to) =>
    to.endsWith('@people.example') && randomInt(breaking.dropOneIn) === 0 ? 'accept-then-drop' : 'accept',
  )
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  pool.on('error', () => {})
  return { postgres, receiver, pool, api, story, startWorker: () => start('worker') }
}

/** Lets people sign up and breaks worker, PostgreSQL and line at random while their mail goes out; then counts. */
export const breakThings = async (breaking: Breaking): Promise<Counted> => {
  const dirs = { database: newDataDir(), data: newDataDir() }
  const scene = await setScene(breaking, dirs)
  try {
    await scene.story.signUp(breaking.people)
    const from = performance.now()
    const kills = await killOften(scene, breaking)
    const seconds = (performance.now() - from) / 1000
    return { ...(await count(scene, breaking.people)), kills, seconds }
  } finally {
    await scene.pool.end()
    await scene.api.kill()
    await scene.receiver.close()
    await scene.postgres.stop()
    removeDataDir(dirs.data)
    removeDataDir(dirs.database)
  }
}
