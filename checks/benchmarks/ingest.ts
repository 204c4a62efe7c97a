import { eventsContract } from '@millrace/events/contract'
import { until } from '../instance/client.ts'
import type { Figure } from './table.ts'
import type { World } from './world.ts'

const PEOPLE = 20_000
const EVENTS = 100_000
const BATCH = 1_000
const AT_ONCE = 6

/** Calls `work` for 0 … count - 1, so many at a time. */
export const inParallel = async (
  count: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

/** Whether every change was taken by the reactors. */
export const isQuiet = async ({ one, accountId }: World): Promise<boolean> => {
  const { waiting } = await one<{ waiting: number }>(
    'select count(*)::int as waiting from (select 1 from changes where account_id = $1 limit 1) c',
    [accountId],
  )
  return waiting === 0
}

const person = (index: number) => ({
  email: `p${index}@people.example`,
  firstName: `Ann${index % 500}`,
  plan: ['trial', 'pro', 'free'][index % 3],
  score: index % 100,
})

/** People and events through the API, until the reactors have seen them all: not accepted, processed. */
export const measureIngest = async (world: World): Promise<Figure[]> => {
  const send = (items: unknown[]) => world.writer(eventsContract.ingestEvents, { body: { events: items } } as never)
  const from = performance.now()
  await inParallel(PEOPLE / BATCH, AT_ONCE, (batch) =>
    send(Array.from({ length: BATCH }, (_, index) => ({ name: 'identify', user: person(batch * BATCH + index) }))),
  )
  await until('the end of the changes', () => isQuiet(world), 120_000)
  const identified = performance.now()
  await inParallel(EVENTS / BATCH, AT_ONCE, (batch) =>
    send(
      Array.from({ length: BATCH }, (_, index) => ({
        name: ['Project created', 'Page viewed', 'Report shared'][index % 3],
        user: { email: `p${(batch * 7919 + index * 31) % PEOPLE}@people.example` },
        properties: { type: 'Website', members: index % 9 },
      })),
    ),
  )
  await until('the end of the changes', () => isQuiet(world), 120_000)
  const done = performance.now()
  const { events } = await world.one<{ events: number }>(
    'select count(*)::int as events from events where account_id = $1',
    [world.accountId],
  )
  if (events < EVENTS) throw new Error(`${events} of ${EVENTS} events are there.`)
  return [
    { name: 'people identified by the API', value: (PEOPLE / (identified - from)) * 1000, unit: '/s' },
    {
      name: 'events processed',
      value: (EVENTS / (done - identified)) * 1000,
      unit: '/s',
      least: 15_000,
      note: `${EVENTS.toLocaleString('en-US')} in calls of ${BATCH}`,
    },
  ]
}
