import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { accessContract } from '@millrace/access/contract'
import { accountsContract } from '@millrace/accounts/contract'
import { startPostgres } from '@millrace/kit/postgres'
import { readSettings } from '@millrace/kit/server'
import { peopleContract } from '@millrace/people/contract'
import { segmentsContract } from '@millrace/segments/contract'
import { askConditions } from '@millrace/segments/testing'
import { pino } from 'pino'
import { openHouse } from '../../app/house.ts'
import { type Client, clientOf, until } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'
import { ELEVEN } from './elevenQueries.ts'
import { memoryOf } from './memoryOf.ts'
import { measureScroll } from './scroll.ts'
import { type Figure, percentile } from './table.ts'

const CLI = fileURLToPath(new URL('../../app/cli/millrace.ts', import.meta.url))
const PEOPLE = 1_000_000
const OWNER = { email: 'scale@northwind.example', password: 'northwind' }
const ROUNDS = 7
const PAGE = 12

type Large = { owner: Client; accountId: number; instance: Instance; databaseUrl: string; dataDir: string }

/** The median of some rounds in milliseconds, after one that warms up. */
const median = async (ask: () => Promise<unknown>, rounds = ROUNDS): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const from = performance.now()
    await ask()
    if (round) times.push(performance.now() - from)
  }
  return percentile(times, 0.5)
}

const measureConditions = async ({ databaseUrl, dataDir, accountId }: Large): Promise<Figure[]> => {
  const settings = readSettings({ DATA_DIR: dataDir, SEED: 'false' })
  const log = pino({ level: 'silent' })
  const { house, close } = await openHouse({
    settings,
    databaseUrl,
    isWalled: true,
    publicUrl: 'http://localhost',
    log,
  })
  const figures: Figure[] = []
  try {
    for (const [name, conditions] of Object.entries(ELEVEN)) {
      const ask = askConditions(house, accountId, conditions)
      const { count } = await ask.count()
      const note = `${count.toLocaleString('en-US')} people`
      figures.push({
        name: `first page: ${name}`,
        value: await median(() => ask.first(PAGE)),
        unit: 'ms',
        most: 50,
        note,
      })
      const most = name.startsWith('nested') ? { most: 1_500 } : {}
      figures.push({ name: `count: ${name}`, value: await median(ask.count, 3), unit: 'ms', ...most })
    }
  } finally {
    await close()
  }
  return figures
}

const SEARCHES = ['gmail', 'garcia', 'ann', 'garcia7771', 'zzzz', 'u99999', 'Reykjavik']
const SORTS = ['createdAt', 'lastSeenAt', 'email', 'company', 'mrr']

const measureList = async ({ owner }: Large): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const query of SEARCHES) {
    const value = await median(() => owner(peopleContract.searchPeople, { query: { query } }))
    figures.push({ name: `search: ${query}`, value, unit: 'ms', most: 100 })
  }
  for (const sort of SORTS) {
    const value = await median(() => owner(peopleContract.listPeople, { query: { sort, order: 'desc' } } as never), 3)
    figures.push({ name: `people by ${sort}, first page`, value, unit: 'ms' })
  }
  const far = await median(() => owner(peopleContract.listPeople, { query: { page: 9_000 } } as never), 3)
  figures.push({ name: 'people, a page in the far middle', value: far, unit: 'ms' })
  return figures
}

/** How long the stored segments took to be built after so many people came at once; 0 where they were built before. */
const built = async ({ owner }: Large): Promise<Figure> => {
  const from = performance.now()
  await until(
    'the end of the builds',
    async () => {
      const { segments } = await owner(segmentsContract.listSegments)
      return segments.every(({ building }) => !building)
    },
    1_800_000,
  )
  return { name: 'build of the stored segments', value: (performance.now() - from) / 1000, unit: 's' }
}

const openLarge = async (dataDir: string, databaseUrl: string): Promise<Large> => {
  const env = { DATABASE_URL: databaseUrl, NODE_ENV: 'production' }
  const instance = await startInstance({ dataDir, env })
  const owner = clientOf(instance.address)
  await owner(accessContract.login, { body: OWNER } as never)
  const { accountId } = await owner(accountsContract.accountInfo)
  return { owner, accountId, instance, databaseUrl, dataDir }
}

/**
 * Questions and lists over a million people and twenty million events beside 200 small accounts. SCALE_DATA names a data
 * folder that `millrace seed --scale` filled and that is kept; without it one is made, which takes minutes, and removed.
 */
export const measureScale = async (): Promise<Figure[]> => {
  const kept = process.env.SCALE_DATA
  const dataDir = kept ?? newDataDir()
  const figures: Figure[] = []
  if (!kept || !existsSync(join(dataDir, 'postgres.json'))) {
    const from = performance.now()
    await promisify(execFile)(process.execPath, [CLI, 'seed', '--scale', String(PEOPLE), '--data', dataDir])
    figures.push({ name: 'seed of a large account', value: (performance.now() - from) / 1000, unit: 's' })
  }
  const postgres = await startPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const large = await openLarge(dataDir, postgres.url)
  try {
    figures.push(await built(large))
    const before = memoryOf(large.instance.pid)
    figures.push(...(await measureConditions(large)), ...(await measureList(large)))
    figures.push(...(await measureScroll(large.instance.address, OWNER)))
    const grown = memoryOf(large.instance.pid) - before
    figures.push({ name: 'memory grown while listing and searching', value: grown, unit: 'MB', most: 200 })
  } finally {
    await large.instance.stop()
    await postgres.stop()
    if (!kept) removeDataDir(dataDir)
  }
  return figures
}
