import { fileURLToPath } from 'node:url'
import { openDoors, openFlows } from '@millrace/flows/server'
import { openLane, takeChanges } from '@millrace/kit/jobs'
import { migrate } from '@millrace/kit/postgres'
import { type CallContext, type House, openDatabase, systemClock } from '@millrace/kit/server'
import pg from 'pg'
import { pino } from 'pino'
import type { Figure } from './table.ts'
import { measureVisits } from './visits.ts'
import type { World } from './world.ts'

const PEOPLE = 100_000
/** One by one is so much slower that fewer tell as much. */
const FEWER = 20_000
const MIGRATIONS = fileURLToPath(new URL('../../database/migrations', import.meta.url))

/** A database of its own on the cluster, so that the installation's worker does not take part. */
const openEngineHouse = async ({ postgres }: World) => {
  const url = new URL(postgres.url)
  url.pathname = '/bench_flows'
  const admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  await admin.query('drop database if exists bench_flows with (force)')
  await admin.query(`create database bench_flows owner ${url.username}`)
  await admin.end()
  const log = pino({ level: 'silent' })
  await migrate({ url: url.href, folder: MIGRATIONS, now: new Date(), log })
  const db = openDatabase({ url: url.href, connections: 6 })
  const bell = { ring: async () => {}, on: () => () => {}, close: async () => {} }
  return { db, clock: systemClock, log, bell, settings: {} } as unknown as House
}

type Step = [operationKey: string, values: object]

const is = (field: string, condition: string, value: unknown) => ({
  conditions: { type: 'group', operator: 'and', conditions: [{ type: 'field', field, condition, value }] },
})

/** An account with people, and a flow: trigger, wait, then five steps that need no wait. */
const prepare = async (house: House, flows: ReturnType<typeof openFlows>, people: number) => {
  const now = house.clock.now()
  const accountId = await house.db.system(async (tx) => {
    const key = Math.random().toString(36)
    const account = await tx.one<{ id: number }>(
      'insert into accounts (name, write_key, referral_code, created_at) values ($1, $1, $1, $2) returning id',
      [key, now],
    )
    await openLane(tx, account!.id)
    await tx.run(
      `insert into people (account_id, email, fields, created_at, updated_at)
       select $1, 'p' || n || '@people.example', jsonb_build_object('plan', (array['pro', 'free'])[1 + n % 2], 'score', n % 100), $2, $2
       from generate_series(1, ${people}) n`,
      [account!.id, now],
    )
    return account!.id
  })
  const by = { accountId, memberId: 0 } as CallContext
  const handlers = flows.handlers
  const { integration } = await handlers.createFlow(
    { query: {}, body: { name: 'Bench' }, params: undefined as never },
    by,
  )
  const add = async ([operationKey, values]: Step) =>
    (
      await handlers.createStep(
        {
          body: {
            integrationId: integration.id,
            serviceId: 'millrace',
            operationKey,
            inputFields: { values },
          } as never,
          params: undefined as never,
          query: undefined as never,
        },
        by,
      )
    ).step.id
  const link = (source: number, target: number, condition: string | null = null) =>
    handlers.createLink(
      { body: { source, target, data: { condition } }, params: undefined as never, query: undefined as never },
      by,
    )
  const steps: Step[] = [
    ['/tag', { tag: 'in', change: 'added' }],
    ['/delay-v2', { kind: 'until', at: new Date(Date.now() + 3_600_000).toISOString() }],
    ['/condition', is('plan', 'is any of', ['pro', 'free'])],
    ['/condition', is('score', 'at least', 0)],
    ['/add-tag', { tag: 'seen' }],
    ['/has-tag', { tag: 'seen' }],
    ['/goal', { name: 'Through' }],
  ]
  const ids: number[] = []
  for (const step of steps) ids.push(await add(step))
  for (let n = 1; n < ids.length; n++) {
    const isFilter = ['/condition', '/has-tag'].includes(steps[n - 1]![0])
    await link(ids[n - 1]!, ids[n]!, isFilter ? 'yes' : null)
  }
  await house.db.system((tx) =>
    tx.run(`insert into tags (account_id, name, created_at) values ($1, 'in', $2), ($1, 'seen', $2)`, [accountId, now]),
  )
  const status = { body: { status: 'on' as const }, params: { id: integration.id }, query: undefined as never }
  await handlers.updateFlow(status, by)
  return { accountId, flowId: integration.id, steps: ids }
}

const enter = async (house: House, flows: ReturnType<typeof openFlows>, accountId: number): Promise<number> => {
  await house.db.system((tx) =>
    tx.run(
      `insert into changes (account_id, at, kind, person_id, ref)
       select $1, $2, 'tag.added', p.id, t.id from people p join tags t on t.account_id = $1 and t.name = 'in' where p.account_id = $1`,
      [accountId, house.clock.now()],
    ),
  )
  const from = performance.now()
  while (await takeChanges(house.db, house.clock, flows.reactors ?? [], accountId));
  return performance.now() - from
}

const countOf = async (house: House, accountId: number, where: string): Promise<number> =>
  (
    await house.db.pool.query(`select count(*)::int as n from flow_runs where account_id = $1 and ${where}`, [
      accountId,
    ])
  ).rows[0].n

/** Where steps go one by one, the last stretch to the wait is still to be gone. */
const reachWait = async (house: House, { loops }: ReturnType<typeof openFlows>, accountId: number): Promise<void> => {
  while (await countOf(house, accountId, 'state = 0')) await loops![0]!.work(new Set([0, accountId]))
}

/** Everybody is due at once; two workers move them through five steps to the end. */
const drain = async (house: House, flows: ReturnType<typeof openFlows>[], accountId: number): Promise<number> => {
  const due = 'update flow_runs set due_at = $2 where account_id = $1 and state < 2'
  await house.db.system((tx) => tx.run(due, [accountId, house.clock.now()]))
  await house.db.pool.query('vacuum analyze flow_runs')
  const from = performance.now()
  await Promise.all(
    flows.map(async ({ loops }) => {
      const loop = loops![0]!
      const end = Date.now() + 300_000
      let isFirst = true
      while (Date.now() < end) {
        const next = await loop.work(new Set(isFirst ? [0, accountId] : [accountId]))
        isFirst = false
        if (!(await countOf(house, accountId, 'state < 3'))) return
        if (next instanceof Date) await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }),
  )
  return performance.now() - from
}

const measure = async (house: House, isFused: boolean, people: number) => {
  const doors = openDoors(house)
  const workers = [openFlows(house, doors, { isFused }), openFlows(house, doors, { isFused })]
  const { accountId, flowId } = await prepare(house, workers[0]!, people)
  const entering = await enter(house, workers[0]!, accountId)
  await reachWait(house, workers[0]!, accountId)
  const draining = await drain(house, workers, accountId)
  const counts = 'select count(*)::int as visits from step_visits where account_id = $1 and flow_id = $2'
  const { visits } = (await house.db.pool.query(counts, [accountId, flowId])).rows[0]
  if (visits !== people * 7) throw new Error(`${visits} visits instead of ${people * 7}`)
  return { entered: (people / entering) * 1000, steps: ((people * 6) / draining) * 1000 }
}

const MILLION = 1_000_000

/** A million people whom a tag lets in, from the first change to the last one at the wait. */
export const measureMillion = async (world: World): Promise<Figure[]> => {
  const house = await openEngineHouse(world)
  try {
    const flows = openFlows(house, openDoors(house))
    const { accountId } = await prepare(house, flows, MILLION)
    const seconds = (await enter(house, flows, accountId)) / 1000
    const waiting = await countOf(house, accountId, 'state = 1')
    if (waiting !== MILLION) throw new Error(`${waiting} people wait instead of ${MILLION}`)
    return [
      {
        name: '1,000,000 people entering a flow',
        value: seconds,
        unit: 's',
        most: 60,
        note: 'trigger to the first wait',
      },
    ]
  } finally {
    await house.db.close()
  }
}

/** Pages of lists that are read from a million visits. */
const readVisits = async (house: House): Promise<Figure[]> => {
  const flows = openFlows(house, openDoors(house))
  const drawn = await prepare(house, flows, FEWER)
  return measureVisits({ house, accountId: drawn.accountId, flowId: drawn.flowId, steps: drawn.steps.slice(1) }, flows)
}

/** People who enter, and person-steps when 100,000 waits end at once. */
export const measureFlows = async (world: World): Promise<Figure[]> => {
  const house = await openEngineHouse(world)
  try {
    const fused = await measure(house, true, PEOPLE)
    const single = await measure(house, false, FEWER)
    const note = (people: number) => `${people.toLocaleString('en-US')} waits due at once, 2 workers`
    return [
      { name: 'people entering a flow', value: fused.entered, unit: '/s', note: 'trigger to the first wait' },
      { name: 'person-steps, fused', value: fused.steps, unit: '/s', least: 60_000, note: note(PEOPLE) },
      { name: 'person-steps, one by one', value: single.steps, unit: '/s', note: note(FEWER) },
      ...(await readVisits(house)),
    ]
  } finally {
    await house.db.close()
  }
}
