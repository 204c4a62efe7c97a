import { eventsContract } from '@millrace/events/contract'
import type { Condition, ConditionGroup } from '@millrace/segments/contract'
import { segmentsContract } from '@millrace/segments/contract'
import { until } from '../instance/client.ts'
import { all, any, days, did, didNot, field, tag, where } from './conditions.ts'
import { inParallel, isQuiet } from './ingest.ts'
import { type Figure, percentile } from './table.ts'
import type { World } from './world.ts'

const PEOPLE = 20_000
const HISTORY = 100_000
const SECONDS = 20
const PER_SECOND = 2_000
/** A call every so often; of its changes this many are events, the rest are changed fields. */
const EVERY_MS = 50
const EVENTS_IN_CALL = 80
const FIELDS_IN_CALL = (PER_SECOND * EVERY_MS) / 1000 - EVENTS_IN_CALL

const EVENTS = ['Project created', 'Page viewed', 'Report shared', 'Member invited', 'Export made', 'Plan viewed']
const PLANS = ['trial', 'pro', 'free', 'team']
const COUNTRIES = ['DE', 'FR', 'US', 'SE', 'JP', 'BR', 'IN', 'GB']

const seen = (within: number): Condition => ({
  type: 'field',
  field: 'lastSeenAt',
  condition: 'after period',
  value: days(within),
})
const of = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** One hundred segments as an account has them: of fields, events, tags, mixed and nested. */
export const treeOf = (index: number): ConditionGroup => {
  const [plan, country, name] = [of(PLANS, index), of(COUNTRIES, index), of(EVENTS, index)]
  switch (index % 10) {
    case 0:
      return all(field('plan', 'is', plan), field('country', 'is', country))
    case 1:
      return all(field('score', 'is more than', index % 90), field('plan', 'is not', plan))
    case 2:
      return all(tag(`t${index % 12}`), tag(`t${(index + 5) % 12}`, 'has not'))
    case 3:
      return all(did(name, 1 + (index % 4), 30))
    case 4:
      return all(did(name, 1, 14, where('members', 'is more than', index % 8)))
    case 5:
      return all(didNot(name, 60), field('plan', 'is', plan))
    case 6:
      return all(
        field('plan', 'is', plan),
        any(did(name, 2, 30), tag(`t${index % 12}`), field('company', 'contains', String(index % 10))),
      )
    case 7:
      return all(seen(7 + (index % 30)), field('country', 'is', country))
    case 8:
      return all(did(name, 3), did(of(EVENTS, index + 1), 1, 90), field('score', 'is more than', 20))
    default:
      return any(field('country', 'is', country), all(tag(`t${index % 12}`), did(name, 1, 7)))
  }
}

/** Who did this is in the segment whose members are watched. */
const MARK = 'Membership measured'

const person = (index: number) => ({
  email: `m${index}@members.example`,
  plan: of(PLANS, index),
  country: of(COUNTRIES, index * 7),
  score: index % 100,
  company: `Company ${index % 400}`,
  tags: `t${index % 12},t${(index * 5) % 12}`,
})

const history = (index: number, now: number) => ({
  name: of(EVENTS, index * 11),
  user: { email: `m${(index * 31) % PEOPLE}@members.example` },
  properties: { members: index % 9, type: 'Website' },
  timestamp: new Date(now - (index % (90 * 24)) * 3_600_000).toISOString(),
})

const prepare = async (world: World): Promise<number> => {
  const send = (items: unknown[]) => world.writer(eventsContract.ingestEvents, { body: { events: items } } as never)
  const now = Date.now()
  await inParallel(PEOPLE / 1_000, 4, (batch) =>
    send(Array.from({ length: 1_000 }, (_, index) => ({ name: 'identify', user: person(batch * 1_000 + index) }))),
  )
  await inParallel(HISTORY / 1_000, 4, (batch) =>
    send(Array.from({ length: 1_000 }, (_, index) => history(batch * 1_000 + index, now))),
  )
  const make = (name: string, conditions: ConditionGroup) =>
    world.owner(segmentsContract.createSegment, { body: { name, conditions } })
  const { segment } = await make('Watched', all(did(MARK, 1, 30)))
  for (let index = 1; index < 100; index++) await make(`Segment ${index}`, treeOf(index))
  const built = async () => {
    const { segments } = await world.owner(segmentsContract.listSegments)
    return segments.every(({ building }) => !building) && (await isQuiet(world))
  }
  await until('the end of the builds', built, 300_000, 250)
  return segment.id
}

/** Looks which people are members, again and again; answers when each was first seen as one. */
const watch = (world: World, segmentId: number) => {
  const seenAt = new Map<string, number>()
  let isOver = false
  const look = async () => {
    while (!isOver) {
      // Whoever is in already is left out, so that a look costs no more as more come in.
      const { rows } = await world.one<{ rows: string[] }>(
        `select coalesce(json_agg(p.email), '[]') as rows
         from segment_members m join people p on p.account_id = $1 and p.id = m.person_id
         where m.account_id = $1 and m.segment_id = $2 and m.left_at is null and p.email <> all($3::text[])`,
        [world.accountId, segmentId, [...seenAt.keys()]],
      )
      const now = performance.now()
      for (const email of rows) seenAt.set(email, now)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const looking = look()
  // An error of the load is the one to be told; a look that fails after it is not.
  looking.catch(() => undefined)
  return {
    seenAt,
    stop: async () => {
      isOver = true
      await looking
    },
  }
}

/** What one call of the load says: events, changed fields, and one person who enters the watched segment. */
export const loadOf = (call: number) => {
  const at = (index: number) => `m${(call * 131 + index * 17) % PEOPLE}@members.example`
  const watched = `m${call}@members.example`
  return {
    watched,
    items: [
      { name: MARK, user: { email: watched } },
      ...Array.from({ length: EVENTS_IN_CALL - 1 }, (_, index) => ({
        name: of(EVENTS, call + index),
        user: { email: at(index) },
        properties: { members: (call + index) % 9 },
      })),
      ...Array.from({ length: FIELDS_IN_CALL }, (_, index) => ({
        name: 'identify',
        user: { email: at(index + 400), plan: of(PLANS, call + index), score: (call * 3 + index) % 100 },
      })),
    ],
  }
}

/**
 * How long after a change is committed the member is there to be read, while 2,000 changes a second come in and 100 segments
 * are kept. The call answers once it is committed, and members are looked for every few milliseconds, so both are in the figure.
 */
export const measureMembership = async (world: World): Promise<Figure[]> => {
  const segmentId = await prepare(world)
  const watching = watch(world, segmentId)
  const committed = new Map<string, number>()
  const calls: Promise<unknown>[] = []
  const from = performance.now()
  for (let call = 0; call < (SECONDS * 1_000) / EVERY_MS; call++) {
    const { watched, items } = loadOf(call)
    const sent = world.writer(eventsContract.ingestEvents, { body: { events: items } } as never)
    calls.push(sent.then(() => committed.set(watched, performance.now())))
    const pause = from + (call + 1) * EVERY_MS - performance.now()
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
  }
  await Promise.all(calls)
  const took = performance.now() - from
  await until('the last member', async () => watching.seenAt.size >= committed.size, 60_000)
  await watching.stop()
  const waited = [...committed].map(([email, at]) => Math.max(0, (watching.seenAt.get(email) ?? Number.NaN) - at))
  const changes = (calls.length * (EVENTS_IN_CALL + FIELDS_IN_CALL)) / (took / 1_000)
  return [
    {
      name: 'changes while members are kept',
      value: changes,
      unit: '/s',
      least: PER_SECOND * 0.95,
      note: '100 segments',
    },
    { name: 'change to member, p50', value: percentile(waited, 0.5), unit: 'ms', note: `${waited.length} of them` },
    { name: 'change to member, p99', value: percentile(waited, 0.99), unit: 'ms', most: 200 },
  ]
}
