import { eventsContract } from '@millrace/events/contract'
import { flowsContract } from '@millrace/flows/contract'
import { until } from '../instance/client.ts'
import { drawFlow } from './drawFlow.ts'
import { type Figure, percentile } from './table.ts'
import type { World } from './world.ts'

/** Two seconds to warm up, then ten that count. */
const UNCOUNTED = 100
const EVENTS = 600
const EVERY_MS = 20
const LOOKED_BACK_MS = 3_000
const WAITS = 10_000

/** Looking must cost little, for it shares the processors with what it looks at. */
const LOOK_MS = 10

/** Looks how many rows there are that anybody can see, and remembers when each came. */
const watch = async (count: () => Promise<number>, most: number, endMs: number): Promise<number[]> => {
  const seen: number[] = []
  const end = Date.now() + endMs
  while (seen.length < most && Date.now() < end) {
    const now = await count()
    const at = Date.now()
    while (seen.length < now) seen.push(at)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return seen
}

/** From the moment that an event is handed to the API until its person has gone through the first step, at 50 events a second. */
export const measureFirstStep = async (world: World): Promise<Figure[]> => {
  const { ids } = await drawFlow(world, 'First step', [
    ['/event', { eventName: 'Tried' }],
    ['/add-tag', { tag: 'tried' }],
    ['/goal', { name: 'There' }],
  ])
  const handed = new Map<string, number>()
  const gone = new Map<string, number>()
  // Only those of the last seconds: looking must cost little, for it shares the processors with what it looks at.
  const through = `select coalesce(jsonb_agg(p.email), '[]') as emails from step_visits v join people p on p.account_id = $1 and p.id = v.person_id
    where v.account_id = $1 and v.step_id = $2 and v.left_at > $3`
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const since = new Date(Date.now() - LOOKED_BACK_MS)
      const { emails } = await world.one<{ emails: string[] }>(through, [world.accountId, ids[1], since])
      const at = Date.now()
      for (const email of emails) if (!gone.has(email)) gone.set(email, at)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })()
  const calls: Promise<unknown>[] = []
  for (let index = 0; index < EVENTS; index++) {
    const email = `first${index}@readers.example`
    handed.set(email, Date.now())
    calls.push(world.writer(eventsContract.ingestEvents, { body: { name: 'Tried', user: { email } } } as never))
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  await Promise.all(calls)
  await until('the last person at the first step', async () => gone.size >= EVENTS, 60_000)
  isOver = true
  await looking
  const waited = [...handed].slice(UNCOUNTED).map(([email, at]) => (gone.get(email) ?? Number.NaN) - at)
  const note = `${EVENTS - UNCOUNTED} events, 50 a second, until others see it`
  return [
    { name: 'event to first step, p50', value: percentile(waited, 0.5), unit: 'ms', note },
    { name: 'event to first step, p99', value: percentile(waited, 0.99), unit: 'ms', most: 100 },
  ]
}

/** How late each of 10,000 people went on who all waited until the same second, in milliseconds. */
const waveOf = async (world: World, nth: number): Promise<number[]> => {
  const { accountId, one, owner } = world
  const at = new Date(Date.now() + (nth ? 10_000 : 25_000))
  const tag = `waits${nth}`
  await one('insert into tags (account_id, name, created_at) values ($1, $2, now())', [accountId, tag])
  const { flowId, ids } = await drawFlow(world, `Due at once ${nth}`, [
    ['/tag', { tag, change: 'added' }],
    ['/delay-v2', { kind: 'until', at: at.toISOString() }],
    ['/add-tag', { tag: `waited${nth}` }],
    ['/goal', { name: 'Through' }],
  ])
  await one(
    `with made as (insert into people (account_id, email, created_at, updated_at)
        select $1::int, $2 || '.' || n || '@readers.example', now(), now() from generate_series(1, ${WAITS}) n returning id)
     insert into changes (account_id, at, kind, person_id, ref)
     select $1::int, now(), 'tag.added', m.id, t.id from made m join tags t on t.account_id = $1 and t.name = $2`,
    [accountId, tag],
  )
  const countOf = async (state: string) =>
    (
      await one<{ count: number }>(
        `select count(*)::int as count from flow_runs where account_id = $1 and flow_id = $2 and ${state}`,
        [accountId, flowId],
      )
    ).count
  await until('all of them to wait', async () => (await countOf('state = 1')) === WAITS, 20_000)
  const left = at.getTime() - Date.now() - 200
  if (left < 0) throw new Error('They waited too late to be watched.')
  await new Promise((resolve) => setTimeout(resolve, left))
  // The counter of the goal is written in the transaction that ends them, and is quick to look at.
  const counter =
    'select coalesce(sum(entered), 0)::int as count from flow_step_counts where account_id = $1 and step_id = $2'
  const through = async () => (await one<{ count: number }>(counter, [accountId, ids.at(-1)])).count
  const ended = await watch(through, WAITS, 60_000)
  if ((await countOf('state = 4')) !== WAITS) throw new Error('not everybody has ended')
  await owner(flowsContract.updateFlow, { params: { id: flowId }, body: { status: 'deactivated-user' } })
  const noChange = 'select count(*)::int as count from changes where account_id = $1'
  const changes = async () => (await one<{ count: number }>(noChange, [accountId])).count
  await until('what they caused to be seen', async () => (await changes()) === 0, 60_000)
  const late = ended.map((seen) => seen - at.getTime())
  if (late.length < WAITS || Math.min(...late) < 0)
    throw new Error(`${late.length} went on, the first ${late[0]} ms late`)
  return late
}

/** Three waves, each of 10,000 people; the one in the middle. One alone says more about the machine than about us. */
export const measureDueAtOnce = async (world: World): Promise<Figure[]> => {
  const waves = [await waveOf(world, 0), await waveOf(world, 1), await waveOf(world, 2)]
  const middle = (each: (late: readonly number[]) => number) => percentile(waves.map(each), 0.5)
  const last = waves.map((late) => Math.max(...late))
  return [
    {
      name: '10,000 waits due at once, drained',
      value: middle((late) => Math.max(...late)),
      unit: 'ms',
      most: 2_000,
      note: `tag and goal; the middle one of ${last.join(', ')}`,
    },
    { name: 'lateness of these waits, p99', value: middle((late) => percentile(late, 0.99)), unit: 'ms', most: 1_000 },
  ]
}
