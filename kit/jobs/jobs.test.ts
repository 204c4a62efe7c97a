import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testHouse } from '../testing/index.ts'
import { releaseDead } from './deadWorkers.ts'
import { type JobHandler, job, runJobs } from './jobs.ts'

/** A job that says with what it was run. */
const noted = (name: string, run: (payload: { n: number }) => Promise<void> = async () => {}) => {
  let told: (n: number) => void = () => {}
  const next = () =>
    new Promise<number>((resolve) => {
      told = resolve
    })
  const handler = job({
    name,
    schema: z.object({ n: z.number() }),
    run: async (payload) => {
      await run(payload)
      told(payload.n)
    },
  })
  return { handler, next }
}

const running = async (handlers: JobHandler[]) => {
  const house = await testHouse()
  const jobs = await runJobs(house.db.pool, handlers, house.log)
  onTestFinished(() => jobs.stop())
  return house
}

test('a job runs when its transaction commits, and not when it is rolled back', async () => {
  const { handler, next } = noted('count')
  const house = await running([handler])
  const { accountId } = await house.newAccount()
  const undone = house.db.account(accountId, async (tx) => {
    await house.jobs.add(tx, 'count', { n: 1 })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  const ran = next()
  await house.db.account(accountId, (tx) => house.jobs.add(tx, 'count', { n: 2 }))
  expect(await ran).toBe(2)
})

test('a job with a key is queued once, with what was given last', async () => {
  const house = await testHouse()
  const done: number[] = []
  const { handler } = noted('keyed', async ({ n }) => void done.push(n))
  for (const n of [1, 2, 3]) await house.db.system((tx) => house.jobs.add(tx, 'keyed', { n }, { key: 'the one' }))
  await house.runJobs([handler])
  expect(done).toEqual([3])
})

test('a job in the timetable may have any name', async () => {
  const timed = job({ name: 'feature.do-it', schema: z.unknown(), cron: '0 3 * * *', run: async () => {} })
  await expect(running([timed])).resolves.toBeDefined()
})

/** Another process that takes a job and never ends it. */
const stuckWorker = async (url: string) => {
  const script = `
    const { default: pg } = await import('pg')
    const { pino } = await import('pino')
    const { z } = await import('zod')
    const { job, runJobs } = await import(${JSON.stringify(new URL('./jobs.ts', import.meta.url).href)})
    const pool = new pg.Pool({ connectionString: ${JSON.stringify(url)} })
    pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
    const run = () => { console.log('taken'); return new Promise(() => {}) }
    await runJobs(pool, [job({ name: 'long', schema: z.unknown(), run })], pino({ level: 'silent' }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(createInterface({ input: child.stdout! }), 'line')
  return child
}

test('the job of a worker that was killed is run by another one, that of a living one is not', async () => {
  const house = await testHouse()
  await house.db.system((tx) => house.jobs.add(tx, 'long', { n: 7 }))
  const child = await stuckWorker(house.databaseUrl)
  const locks = `select from pg_locks where locktype = 'advisory' and classid = 7214455 and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await house.db.pool.query(locks)).rowCount).toBeGreaterThan(0)
  expect(await releaseDead(house.db.pool, 0)).toBe(0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(() => releaseDead(house.db.pool, 0)).toBe(1)
  const done: number[] = []
  const { handler } = noted('long', async ({ n }) => void done.push(n))
  await house.runJobs([handler])
  expect(done).toEqual([7])
})
