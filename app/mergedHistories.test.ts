import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import { type Features, openFeatures } from './features.ts'
import { type Caller, callerOf } from './seed/caller.ts'

let house: TestHouse
let features: Features

beforeAll(async () => {
  house = await testHouse()
  features = openFeatures(house)
})

const FROM = 'mara@acme.example'
const PEOPLE = [0, 1, 2, 3]
const emailOf = (person: number) => `p${person}@merge.example`
const userOf = (person: number) => `user-${person}`
const deviceOf = (person: number, device: number) => `device-${person}-${device}`
/** Where somebody was before they said who they are. */
const visitorOf = (person: number, device: number) => `visitor-${person}-${device}`
const TAGS = ['vip', 'beta', 'old']

type Deed = { who: number } & (
  | { what: 'did'; event: 'Signed up' | 'Paid'; by: 'email' | 'userId' | 'device' }
  | { what: 'is'; field: 'plan' | 'city' | 'seats'; value: string }
  | { what: 'tag' | 'untag'; tag: string }
  | { what: 'brings'; device: number }
  | { what: 'roams'; device: number; event: 'Signed up' | 'Paid' }
  | { what: 'comes in'; device: number }
  | { what: 'chooses'; choice: 'optIn' | 'optOut' }
  | { what: 'unsubscribes' }
  | { what: 'belongs'; company: number }
  | { what: 'rests' }
)

const who = fc.constantFrom(...PEOPLE)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    who,
    what: fc.constant('did' as const),
    event: fc.constantFrom('Signed up' as const, 'Paid' as const),
    by: fc.constantFrom('email' as const, 'userId' as const, 'device' as const),
  }),
  fc.record({
    who,
    what: fc.constant('is' as const),
    field: fc.constantFrom('plan' as const, 'city' as const, 'seats' as const),
    value: fc.constantFrom('trial', 'pro', 'x'),
  }),
  fc.record({ who, what: fc.constantFrom('tag' as const, 'untag' as const), tag: fc.constantFrom(...TAGS) }),
  fc.record({ who, what: fc.constant('brings' as const), device: fc.constantFrom(0, 1) }),
  fc.record({
    who,
    what: fc.constant('chooses' as const),
    choice: fc.constantFrom('optIn' as const, 'optOut' as const),
  }),
  fc.record({
    who,
    what: fc.constant('roams' as const),
    device: fc.constantFrom(0, 1),
    event: fc.constantFrom('Signed up' as const, 'Paid' as const),
  }),
  fc.record({ who, what: fc.constant('comes in' as const), device: fc.constantFrom(0, 1) }),
  fc.record({ who, what: fc.constant('unsubscribes' as const) }),
  fc.record({ who, what: fc.constant('belongs' as const), company: fc.constantFrom(0, 1) }),
  fc.record({ who, what: fc.constant('rests' as const) }),
)

type Step = { kept: number; gone: number; take: string[]; isSettled: boolean }
/** Everybody becomes one in the end, in any order: chains too. */
const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.shuffledSubarray(PEOPLE, { minLength: PEOPLE.length }),
    fc.array(
      fc.record({
        take: fc.subarray(['email', 'userId', 'plan', 'city']),
        isSettled: fc.boolean(),
        isOther: fc.boolean(),
      }),
      { minLength: PEOPLE.length - 1, maxLength: PEOPLE.length - 1 },
    ),
  )
  .map(([[first = 0, ...others], ways]) => {
    let stays = first
    return others.map((other, index) => {
      const { take, isSettled, isOther } = ways[index]!
      const [kept, gone] = isOther ? [other, stays] : [stays, other]
      stays = kept
      return { kept, gone, take, isSettled }
    })
  })

const group = (...conditions: object[]) => ({ type: 'group', operator: 'and', conditions })
const SEGMENTS = {
  vips: group({ type: 'tag', value: 'vip', condition: 'has' }),
  payers: group({
    type: 'event',
    condition: 'has',
    systemConditions: group({ type: 'field', field: 'name', condition: 'is', value: 'Paid' }),
  }),
  pros: group({ type: 'field', field: 'plan', condition: 'is', value: 'pro' }),
}

/** A flow that mails whoever signs up, once, and then waits. */
const welcome = async (call: Caller) => {
  const text = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] }
  const editor = { type: 'richtext', state: text, html: '<p>Hello</p>' }
  const body = { name: 'Welcome', subject: 'Welcome', fromEmail: FROM, fromName: 'Mara', type: 'text', editor }
  const { email } = await call(contract, 'createEmail', { body: body as never })
  const { integration } = await call(contract, 'createFlow', { query: {}, body: { name: 'Welcome' } })
  const step = async (operationKey: string, values: object) => {
    const made = { integrationId: integration.id, operationKey, inputFields: { values: values as never } }
    return (await call(contract, 'createStep', { body: made })).step.id
  }
  const trigger = await step('/event', { eventName: 'Signed up' })
  const mail = await step('/send', { emailId: email.id })
  const wait = await step('/delay-v2', { kind: 'duration', value: 2, unit: 'days' })
  await call(contract, 'createLink', { body: { source: trigger, target: mail } })
  await call(contract, 'createLink', { body: { source: mail, target: wait } })
  const data = { canEnterOnce: true, canEnterOncePerPeriod: null }
  await call(contract, 'updateFlow', { params: { id: integration.id }, body: { status: 'on', data } })
}

const openWorld = async () => {
  const { accountId, memberId } = await house.newAccount()
  await house.db.system(async (tx) => {
    await peopleDoor(house).seedFields(tx, accountId)
    await features.delivery.addVerifiedAddress(tx, accountId, FROM)
  })
  const call = callerOf(features, accountId, memberId)
  const rows = <R extends object>(sql: string, ...values: unknown[]) =>
    house.db.system((tx) => tx.rows<R>(sql, [accountId, ...values]))
  const reactors = features.list.flatMap((feature) => feature.reactors ?? [])
  const settle = () => house.takeChanges(reactors, accountId)
  const tell = (item: object) => call(contract, 'ingestEvents', { body: { events: [item] } } as never)
  await welcome(call)
  for (const [name, conditions] of Object.entries(SEGMENTS))
    await call(contract, 'createSegment', { body: { name, conditions } as never })
  for (const person of PEOPLE)
    await tell({ name: 'identify', user: { email: emailOf(person), userId: userOf(person) } })
  const { users } = await call(contract, 'findPeople', {
    query: Object.fromEntries(PEOPLE.map((person) => [`people[${person}][email]`, emailOf(person)])),
  } as never)
  const ids = PEOPLE.map((person) => users.find(({ email }) => email === emailOf(person))!.id)
  const firms = await call(contract, 'createObjects', {
    params: { objectName: 'company' },
    body: [{ externalId: 'c0' }, { externalId: 'c1' }],
  } as never)
  await settle()
  return { accountId, call, rows, settle, tell, ids, companies: firms.objects.map(({ id }) => id) }
}
type World = Awaited<ReturnType<typeof openWorld>>

const keyOf = ({ who: person }: Deed, by: 'email' | 'userId' | 'device') =>
  by === 'device'
    ? { segmentAnonymousId: deviceOf(person, 0), email: emailOf(person) }
    : { [by]: by === 'email' ? emailOf(person) : userOf(person) }

const does = async ({ call, tell, settle, ids, companies }: World, one: Deed): Promise<unknown> => {
  const id = ids[one.who]!
  house.clock.advance(1_000)
  if (one.what === 'did') return tell({ name: one.event, user: keyOf(one, one.by) })
  if (one.what === 'is')
    return call(contract, 'savePeople', { query: {}, body: { id, [one.field]: one.value } } as never)
  if (one.what === 'tag') return call(contract, 'addTag', { body: { tag: one.tag, id } })
  if (one.what === 'untag') return call(contract, 'removeTag', { body: { tag: one.tag, id } })
  if (one.what === 'brings')
    return tell({
      name: 'identify',
      user: { segmentAnonymousId: deviceOf(one.who, one.device), email: emailOf(one.who) },
    })
  if (one.what === 'roams')
    return tell({ name: one.event, user: { segmentAnonymousId: visitorOf(one.who, one.device), tags: 'visitor' } })
  if (one.what === 'comes in')
    return tell({
      name: 'identify',
      user: { segmentAnonymousId: visitorOf(one.who, one.device), email: emailOf(one.who) },
    })
  if (one.what === 'chooses') {
    const { categories } = await call(contract, 'getPersonPreferences', { params: { id } })
    return call(contract, 'savePersonPreferences', { params: { id }, body: { [categories[0]!.id]: one.choice } })
  }
  if (one.what === 'unsubscribes') return call(contract, 'unsubscribePerson', { query: { id } })
  if (one.what === 'belongs') {
    const params = { objectName: 'person', id, targetObjectName: 'company', targetId: companies[one.company]! }
    return call(contract, 'associateByDefault', { params, query: {} })
  }
  return settle()
}

/** Everything that stands in the tables of a person, as one sees it from outside. */
const KEPT = {
  events: `select id::text as key from events where account_id = $1 and person_id = any($2::bigint[])`,
  runs: `select id::text as key from flow_runs where account_id = $1 and person_id = any($2::bigint[])`,
  visits: `select run_id || '.' || visit as key from step_visits where account_id = $1 and person_id = any($2::bigint[])`,
  sends: `select id::text as key from sends where account_id = $1 and person_id = any($2::bigint[])`,
  mailedOnce: `select distinct step_id::text as key from step_sends where account_id = $1 and person_id = any($2::bigint[])`,
  segments: `select distinct segment_id::text as key from segment_members where account_id = $1 and person_id = any($2::bigint[])`,
  choices: `select distinct category_id::text as key from category_choices where account_id = $1 and person_id = any($2::bigint[])`,
  ties: `select distinct association_id || ' ' || to_id as key from associations where account_id = $1 and from_id = any($2::bigint[])`,
  tags: `select distinct t.id::text as key from people p, unnest(p.tags) as t(id) where p.account_id = $1 and p.id = any($2::bigint[])`,
} as const

const holdings = async ({ rows }: World, ids: readonly number[]) => {
  const held: Record<string, string[]> = {}
  for (const [what, sql] of Object.entries(KEPT))
    held[what] = (await rows<{ key: string }>(sql, ids)).map(({ key }) => key).sort()
  return held
}

type PersonNow = {
  email: string
  user_id: string
  fields: Record<string, unknown>
  unsubscribed_at: Date | null
  created_at: Date
}
const READ = `select id, email, user_id, fields, unsubscribed_at, created_at from people where account_id = $1 and id = any($2::bigint[])`
const readPerson = async ({ rows }: World, id: number) => (await rows<PersonNow>(READ, [id]))[0]!

/** What a person's fields come to: what is chosen is taken, what only the other one has is added. */
const joinedFields = (kept: PersonNow, gone: PersonNow, take: readonly string[]) => ({
  ...gone.fields,
  ...kept.fields,
  ...Object.fromEntries(take.flatMap((name) => (name in gone.fields ? [[name, gone.fields[name]]] : []))),
})

/** Tables in which a person stands, apart from the queue and the names that they had. */
const tablesOfPeople = async ({ rows }: World) =>
  (
    await rows<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'person_id'
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and $1::int > 0`,
    )
  ).map(({ name }) => name)

const mergeOne = async (world: World, step: Step) => {
  const { call, settle, ids } = world
  const [keptId, goneId] = [ids[step.kept]!, ids[step.gone]!]
  if (step.isSettled) await settle()
  const [kept, gone] = [await readPerson(world, keptId), await readPerson(world, goneId)]
  const before = await holdings(world, [keptId, goneId])
  await call(contract, 'mergePeople', { params: { id: keptId }, body: { otherId: goneId, take: step.take } })
  const { visits, ...others } = await holdings(world, [keptId])
  expect({ ...others, visits: before.visits }).toEqual(before)
  // The stay of a pass that ends because both were in the flow is written down then.
  expect(visits).toEqual(expect.arrayContaining(before.visits!))
  const now = await readPerson(world, keptId)
  const isTaken = (name: string) => step.take.includes(name)
  expect(now).toMatchObject({
    email: isTaken('email') ? gone.email : kept.email,
    user_id: isTaken('userId') ? gone.user_id : kept.user_id,
    fields: joinedFields(kept, gone, step.take),
    created_at: new Date(Math.min(kept.created_at.getTime(), gone.created_at.getTime())),
  })
  expect(now.unsubscribed_at !== null).toBe(kept.unsubscribed_at !== null || gone.unsubscribed_at !== null)
}

/** Everybody who is still a visitor says who they are, by an address that may be a former one. */
const comeIn = async (world: World, deeds: readonly Deed[]) => {
  for (const one of deeds) if (one.what === 'roams') await does(world, { ...one, what: 'comes in' })
}

/** What must hold once the engine has followed, whoever became one with whom. */
const checkAll = async (world: World, last: number, deeds: readonly Deed[]) => {
  const { call, rows } = world
  expect(await rows('select id from people where account_id = $1')).toEqual([{ id: last }])
  for (const table of await tablesOfPeople(world)) {
    const left = await rows(`select * from ${table} where account_id = $1 and person_id not in (0, $2)`, last)
    expect(left, table).toEqual([])
  }
  const live = `select flow_id from flow_runs where account_id = $1 and person_id = $2 and state < 4 and root_id is null`
  expect((await rows(live, last)).length).toBeLessThanOrEqual(1)
  const planned = `select step_id from sends where account_id = $1 and person_id = $2 and state = 'planned'`
  const signedUp = deeds.some((one) => (one.what === 'did' || one.what === 'roams') && one.event === 'Signed up')
  const isOut = (await readPerson(world, last)).unsubscribed_at !== null
  expect((await rows(planned, last)).length).toBeLessThanOrEqual(signedUp ? 1 : 0)
  if (signedUp && !isOut) expect(await rows(live, last)).toHaveLength(1)
  const sizes = `select s.segment_id, s.size, (select count(*) from segment_members m
    where m.account_id = $1 and m.segment_id = s.segment_id and m.left_at is null) as members
    from segment_states s join segments g on g.account_id = $1 and g.id = s.segment_id
    where s.account_id = $1 and g.name = any($2::text[])`
  for (const row of await rows<{ size: number; members: number }>(sizes, Object.keys(SEGMENTS)))
    expect(row.size).toBe(row.members)
  const { segments } = await call(contract, 'listPersonSegments', { params: { id: last } })
  const inNow = segments.filter(({ isIn, name }) => isIn && name in SEGMENTS).map(({ name }) => name)
  for (const [name, conditions] of Object.entries(SEGMENTS)) {
    const { preview } = await call(contract, 'previewConditions', { body: { conditions } } as never)
    expect([name, preview.count]).toEqual([name, inNow.includes(name) ? 1 : 0])
  }
}

/** Every key that any of them ever had finds the one who is left. */
const checkKeys = async ({ call, ids }: World, last: number, deeds: readonly Deed[]) => {
  const keys = [
    ...PEOPLE.flatMap((person) => [{ email: emailOf(person) }, { userId: userOf(person) }, { id: ids[person] }]),
    ...deeds.flatMap((one) => (one.what === 'brings' ? [{ segmentAnonymousId: deviceOf(one.who, one.device) }] : [])),
  ]
  for (const key of keys) {
    const { user } = await call(contract, 'savePeople', { query: {}, body: key } as never)
    expect([key, user.id]).toEqual([key, last])
  }
}

/** The last merge, asked for again. */
const askAgain = async ({ call, settle, ids }: World, merges: readonly Step[]) => {
  const { kept, gone, take } = merges.at(-1)!
  await call(contract, 'mergePeople', { params: { id: ids[kept]! }, body: { otherId: ids[gone]!, take } })
  await settle()
}

describe('people with any histories who become one, one after the other', () => {
  it('everything of everybody belongs to the one who is left, nothing is there twice, and every key finds them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 24 }), steps, async (deeds, merges) => {
        const world = await openWorld()
        for (const one of deeds) await does(world, one)
        for (const step of merges) await mergeOne(world, step)
        await comeIn(world, deeds)
        await world.settle()
        const last = world.ids[merges.at(-1)!.kept]!
        await checkAll(world, last, deeds)
        await checkKeys(world, last, deeds)
        const picture = await holdings(world, [last])
        await askAgain(world, merges)
        expect(await holdings(world, [last])).toEqual(picture)
      }),
      { numRuns: Number(process.env.RUNS ?? 8) },
    )
  }, 120_000)
})

describe('what happened a moment before people became one', () => {
  const entered = ({ rows }: World, id: number) =>
    rows('select 1 from flow_runs where account_id = $1 and person_id = $2 and root_id is null', id)

  it('lets them into flows: a visitor signs up and then says who they are', async () => {
    const world = await openWorld()
    const { tell, settle, ids } = world
    await tell({ name: 'Signed up', user: { segmentAnonymousId: 'visitor-1' } })
    await tell({ name: 'identify', user: { segmentAnonymousId: 'visitor-1', email: emailOf(0) } })
    await settle()
    expect(await entered(world, ids[0]!)).toHaveLength(1)
  })

  it('counts once where both did it', async () => {
    const world = await openWorld()
    const { call, tell, settle, ids } = world
    await tell({ name: 'Signed up', user: { email: emailOf(0) } })
    await tell({ name: 'Signed up', user: { email: emailOf(1) } })
    await call(contract, 'mergePeople', { params: { id: ids[0]! }, body: { otherId: ids[1]!, take: [] } })
    await settle()
    expect(await entered(world, ids[0]!)).toHaveLength(1)
  })
})

it('an import that is taken back keeps whom it made, once somebody else became a part of them', async () => {
  const { call, rows, accountId } = await openWorld()
  const make = async (email: string) =>
    (await call(contract, 'savePeople', { query: {}, body: { email } } as never)).user.id
  const [older, made] = [await make('older@merge.example'), await make('made@merge.example')]
  const written = await rows<{ at: Date }>(
    'select updated_at as at from people where account_id = $1 and id = $2',
    made,
  )
  house.clock.advance(1_000)
  await call(contract, 'mergePeople', { params: { id: made }, body: { otherId: older, take: [] } })
  const nothing = { wasArchived: false, before: {}, after: {}, tags: [] }
  const delta = { ...nothing, personId: made, isCreated: true, writtenAt: written[0]!.at }
  const answers = await house.db.account(accountId, (tx) => peopleDoor(house).takeBack(tx, accountId, [delta]))
  expect(answers).toEqual([{ outcome: 'kept', why: 'Was changed since.' }])
})
