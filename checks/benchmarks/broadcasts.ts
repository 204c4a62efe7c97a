import { type Broadcast, broadcastsContract as calls } from '@millrace/broadcasts/contract'
import { emailsContract } from '@millrace/emails/contract'
import { until } from '../instance/client.ts'
import type { Figure } from './table.ts'
import type { World } from './world.ts'

/** SCALE_PEOPLE=1000000 measures what the goal names; making so many people takes longer than freezing them. */
const PEOPLE = Number(process.env.SCALE_PEOPLE ?? 100_000)
const MILLION = 1_000_000
const GOAL_SECONDS = 60
const EVERYBODY = { type: 'segment' as const, segmentId: 2 }
const SENDER = 'news@bench.example'

const ADD_PEOPLE = `insert into people (account_id, email, fields, created_at, updated_at, unsubscribed_at)
  select $1::int, 'bc' || n || '@readers.example', jsonb_build_object('firstName', 'Person ' || n), now(), now(),
    case when n % 50 = 0 then now() end
  from generate_series(1, $2::int) as n`

const ADD_SENDER = `insert into sender_addresses (account_id, email, status, created_at, updated_at)
  values ($1, $2, 'verified', now(), now()) on conflict do nothing`

const prepare = async ({ owner, accountId, one }: World) => {
  await one(ADD_SENDER, [accountId, SENDER])
  await one(ADD_PEOPLE, [accountId, PEOPLE])
  await one('analyze people')
  const html = '<p>Hello {{ person.first_name }}. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'
  const editor = { type: 'richtext' as const, state: { html }, html }
  const body = { name: 'News', subject: 'News', fromName: 'Bench', fromEmail: SENDER, editor }
  const { email } = await owner(emailsContract.createEmail, { body })
  const { item } = await owner(calls.createBroadcast, { body: { name: 'To all' } })
  const params = { id: item.id }
  await owner(calls.updateBroadcast, { params, body: { emailId: email.id, audience: EVERYBODY } })
  return params
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

const walkAudience = async ({ owner }: World, params: { id: number }) => {
  let counted = 0
  for (let after: number | null = 0; after !== null; ) {
    const slice: { counted: number; next: number | null } = await owner(calls.broadcastAudience, {
      params,
      query: { after },
    })
    counted += slice.counted
    after = slice.next
  }
  return counted
}

/** A broadcast to many: counting and freezing its audience, and the brakes; nothing of it leaves. */
export const measureBroadcasts = async (world: World): Promise<Figure[]> => {
  const { owner } = world
  const params = await prepare(world)
  const counting = await secondsOf(() => walkAudience(world, params))
  const frozen = await secondsOf(async () => {
    await owner(calls.sendBroadcast, { params })
    await owner(calls.pauseBroadcast, { params })
    const isFrozen = async () => (await owner(calls.getBroadcast, { params })).item.isFrozen
    await until('the frozen audience', isFrozen, 600_000, 50)
  })
  const { item }: { item: Broadcast } = await owner(calls.getBroadcast, { params })
  const canceling = await secondsOf(() => owner(calls.cancelBroadcast, { params }))
  const people = item.peopleEntered + item.peopleExcluded
  const note = `${people.toLocaleString('en-US')} people, 1 worker beside the API`
  return [
    { name: 'audience counted before', value: people / counting, unit: '/s', note },
    { name: 'audience frozen', value: people / frozen, unit: '/s', least: MILLION / GOAL_SECONDS, note },
    { name: 'a broadcast canceled', value: canceling * 1_000, unit: 'ms', most: 250, note },
  ]
}
