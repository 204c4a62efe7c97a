import { signIn } from '@millrace/access/testing'
import { personEvents } from '@millrace/events/server'
import { addressOf, type CallDef, type Input, type Result } from '@millrace/kit/contract'
import { recordChanges } from '@millrace/kit/jobs'
import { type TestAccount, type TestHouse, testHouse } from '@millrace/kit/testing'
import { openPeople } from '@millrace/people/server'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import { type Features, openFeatures } from './features.ts'
import { personPartsOf } from './personParts.ts'
import { openServer } from './server/openServer.ts'

let house: TestHouse
let features: Features
let server: FastifyInstance

beforeAll(async () => {
  house = await testHouse({ RATE_LIMIT: '0' })
  features = openFeatures(house)
  server = await openServer({ house, features, version: 'test', isClosing: () => false })
  await server.ready()
})

type Raw = Parameters<typeof addressOf>[1] & { body?: object }
const FROM = 'mara@acme.example'

const openWorld = async () => {
  const account: TestAccount = await house.newAccount()
  const { accountId } = account
  await house.db.system(async (tx) => {
    await features.delivery.addVerifiedAddress(tx, accountId, FROM)
  })
  const cookie = await signIn(house, account)
  const send = (definition: CallDef, input: Raw = {}) =>
    server.inject({
      method: definition.method,
      url: addressOf(definition, input),
      headers: definition.auth === 'write-key' ? { 'x-millrace-token': account.writeKey } : { cookie },
      ...(input.body && { payload: input.body }),
    })
  const call = async <C extends CallDef>(definition: C, input: Input<C>): Promise<Result<C>> => {
    const reply = await send(definition, input as Raw)
    if (reply.statusCode >= 400) throw new Error(`${definition.path}: ${reply.statusCode} ${reply.payload}`)
    return (reply.payload ? reply.json() : undefined) as Result<C>
  }
  const rows = <R extends object>(sql: string, ...values: unknown[]) =>
    house.db.system((tx) => tx.rows<R>(sql, [accountId, ...values]))
  const reactors = features.list.flatMap((feature) => feature.reactors ?? [])
  const settle = () => house.takeChanges(reactors, accountId)
  const tell = async (...events: object[]) => {
    await call(contract.ingestEvents, { body: { events } })
    await settle()
  }
  const idOf = async (email: string) =>
    (await call(contract.findPeople, { query: { 'people[0][email]': email, includeArchived: true } })).users[0]?.id ?? 0
  return { account, accountId, send, call, rows, settle, tell, idOf }
}
type World = Awaited<ReturnType<typeof openWorld>>

/** A flow that mails whoever signs up and then waits. */
const welcome = async ({ call }: World) => {
  const words = '<p>Hello</p>'
  const body = {
    name: 'Welcome',
    subject: 'Welcome',
    fromEmail: FROM,
    fromName: 'Mara',
    type: 'text',
    editor: {
      type: 'richtext',
      state: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] },
      html: words,
    },
  }
  const { email } = await call(contract.createEmail, { body: body as never })
  const { integration } = await call(contract.createFlow, { query: {}, body: { name: 'Welcome' } })
  const step = async (operationKey: string, values: object) =>
    (
      await call(contract.createStep, {
        body: { integrationId: integration.id, operationKey, inputFields: { values: values as never } },
      })
    ).step.id
  const trigger = await step('/event', { eventName: 'Signed up' })
  const mail = await step('/send', { emailId: email.id })
  const wait = await step('/delay-v2', { kind: 'duration', value: 2, unit: 'days' })
  await call(contract.createLink, { body: { source: trigger, target: mail } })
  await call(contract.createLink, { body: { source: mail, target: wait } })
  await call(contract.updateFlow, {
    params: { id: integration.id },
    body: { status: 'on', data: { canEnterOnce: true, canEnterOncePerPeriod: null } },
  })
  return { flowId: integration.id, wait }
}

const ANN = { email: 'ann@acme.example', userId: 'u-ann', plan: 'trial', tags: 'beta' }
const OLD = { email: 'ann@old.example', userId: 'u-old', plan: 'pro', city: 'Lisbon', tags: 'vip' }

const two = async () => {
  const world = await openWorld()
  const flow = await welcome(world)
  await world.call(contract.createSegment, {
    body: {
      name: 'Vips',
      conditions: { type: 'group', operator: 'and', conditions: [{ type: 'tag', value: 'vip', condition: 'has' }] },
    } as never,
  })
  await world.tell({ name: 'Signed up', user: ANN }, { name: 'Signed up', user: OLD }, { name: 'Paid', user: OLD })
  const [ann, old] = [await world.idOf(ANN.email), await world.idOf(OLD.email)]
  return { ...world, ...flow, ann, old }
}

const merge = ({ call }: World, id: number, otherId: number, take: string[] = []) =>
  call(contract.mergePeople, { params: { id }, body: { otherId, take } })

describe('two people become one', () => {
  it('shows before what goes over, and what ends', async () => {
    const { call, ann, old } = await two()
    const { people, holdings, ends } = await call(contract.previewMerge, { params: { id: ann, otherId: old } })
    expect(people.map(({ email }) => email)).toEqual([ANN.email, OLD.email])
    const counts = Object.fromEntries(holdings.map(({ what, count }) => [what, count]))
    expect(counts).toEqual({ 'flow runs': 1, mails: 1, events: 2, segments: 1 })
    expect(ends).toEqual(['Both are in the flow “Welcome”: the one who stays goes on, the other run ends.'])
  })

  it('keeps everything of both, and the values that were chosen', async () => {
    const world = await two()
    const { call, rows, settle, ann, old } = world
    const { user } = await merge(world, ann, old, ['plan'])
    await settle()
    expect(user).toMatchObject({ id: ann, email: ANN.email, userId: ANN.userId, plan: 'pro', city: 'Lisbon' })
    expect(user.tags.split(',').sort()).toEqual(['beta', 'vip'])
    const { events } = await call(contract.listPersonEvents, { params: { id: ann }, query: {} })
    expect(events.map(({ name }) => name).sort()).toEqual(['Paid', 'Signed up', 'Signed up'])
    const { segments } = await call(contract.listPersonSegments, { params: { id: ann } })
    expect(segments.filter(({ isIn }) => isIn).map(({ name }) => name)).toContain('Vips')
    expect(await rows('select person_id from segment_members where account_id = $1 and person_id = $2', old)).toEqual(
      [],
    )
    for (const table of ['events', 'sends', 'flow_runs', 'step_visits', 'step_sends'])
      expect(await rows(`select 1 from ${table} where account_id = $1 and person_id = $2`, old), table).toEqual([])
  })

  it('lets the run of the one who stays go on, and mails nobody twice', async () => {
    const world = await two()
    const { call, rows, settle, ann, old, wait } = world
    await merge(world, ann, old)
    await settle()
    const { runs } = await call(contract.listPersonFlows, { params: { id: ann } })
    expect(runs.map(({ state, places }) => [state, places[0]?.stepId, places[0]?.exit])).toEqual([
      ['ended', wait, 'merged'],
      ['waiting', wait, null],
    ])
    const mails = await rows<{ state: string; why: string | null }>(
      'select state, why from sends where account_id = $1 and person_id = $2 order by id',
      ann,
    )
    expect(mails.map(({ state, why }) => [state, why])).toEqual([
      ['planned', null],
      ['skipped', 'duplicate address'],
    ])
    const { integration } = await call(contract.getFlowPeopleCounts, { params: { id: runs[0]!.flowId } })
    expect(integration.steps[wait]?.data.peopleCounts).toEqual({ entered: 2, queued: 1 })
  })

  it('is found by every key that either had', async () => {
    const world = await two()
    const { call, tell, idOf, ann, old } = world
    await merge(world, ann, old)
    expect((await call(contract.getPerson, { params: { id: old } })).users[0]?.id).toBe(ann)
    expect(await idOf(OLD.email)).toBe(ann)
    await tell({ name: 'Came back', user: { email: OLD.email } }, { name: 'Came back', user: { userId: OLD.userId } })
    await tell({ name: 'identify', user: { email: OLD.email, city: 'Porto' } })
    const { users } = await call(contract.getPerson, { params: { id: ann } })
    expect(users[0]).toMatchObject({ email: ANN.email, userId: ANN.userId, city: 'Porto' })
    const { events } = await call(contract.listPersonEvents, { params: { id: ann }, query: { source: 'Came back' } })
    expect(events).toHaveLength(2)
    expect((await call(contract.searchPeople, { query: { query: 'ann@' } })).users).toHaveLength(1)
  })

  it('does nothing when it is asked for again', async () => {
    const world = await two()
    const { rows, settle, ann, old } = world
    const first = await merge(world, ann, old, ['email'])
    await settle()
    const picture = () => rows('select * from flow_runs where account_id = $1 order by id')
    const before = await picture()
    const again = await merge(world, ann, old, ['email'])
    await settle()
    expect(again.user).toEqual(first.user)
    expect(await picture()).toEqual(before)
    expect(first.user.email).toBe(OLD.email)
  })

  it('holds what protects the person from either side', async () => {
    const world = await two()
    const { call, rows, ann, old } = world
    const { categories } = await call(contract.getPersonPreferences, { params: { id: ann } })
    const category = String(categories[0]!.id)
    await call(contract.savePersonPreferences, { params: { id: ann }, body: { [category]: 'optIn' } })
    await call(contract.savePersonPreferences, { params: { id: old }, body: { [category]: 'optOut' } })
    await call(contract.unsubscribePerson, { query: { id: old } })
    await rows(
      `insert into suppressions (account_id, address, reason, at) values ($1, $2, 'complained', now()), ($1, $2, 'bounced', now())`,
      OLD.email,
    )
    const { user } = await merge(world, ann, old)
    expect(user.unsubscribed).toBe(true)
    const preferences = await call(contract.getPersonPreferences, { params: { id: ann } })
    expect(preferences.choices[category]).toBe('optOut')
    expect(preferences.suppressions.map(({ reason }) => reason)).toEqual(['complained'])
  })

  it('loses nothing that comes in at the same moment, under either name', async () => {
    const world = await two()
    const { call, settle, ann, old } = world
    const tellOne = (index: number) =>
      call(contract.ingestEvents, {
        body: { events: [{ name: 'Clicked about', user: { email: index % 2 ? ANN.email : OLD.email } }] },
      })
    const telling = Array.from({ length: 40 }, (_, index) => tellOne(index))
    await merge(world, ann, old)
    await Promise.all(telling)
    await settle()
    const { events } = await call(contract.listPersonEvents, {
      params: { id: ann },
      query: { source: 'Clicked about', limit: 100 },
    })
    expect(events).toHaveLength(40)
    expect((await call(contract.searchPeople, { query: { query: 'ann@' } })).users).toHaveLength(1)
  })

  it('moves what was written under the old id after the two were one', async () => {
    const world = await two()
    const { call, rows, settle, ann, old } = world
    await merge(world, ann, old)
    await settle()
    const [late] = await rows<{ id: number; at: Date; name_id: number }>(
      `insert into events (account_id, person_id, name_id, created_at)
       select $1, $2, n.id, $3 from event_names n where n.account_id = $1 and n.name = 'Paid' returning id, created_at as at, name_id`,
      old,
      house.clock.now(),
    )
    const data = { eventId: late!.id, at: late!.at.toISOString() }
    await house.db.system((tx) =>
      recordChanges(tx, house, world.accountId, [{ kind: 'event', personId: old, ref: late!.name_id, data }]),
    )
    await settle()
    const { events } = await call(contract.listPersonEvents, { params: { id: ann }, query: { source: 'Paid' } })
    expect(events).toHaveLength(2)
  })

  it('changes nothing at all where one feature fails in the middle', async () => {
    const { accountId, rows, ann, old } = await two()
    const picture = async () =>
      JSON.stringify(
        await Promise.all(
          ['people', 'events', 'flow_runs', 'sends', 'segment_members', 'changes'].map((table) =>
            rows(`select * from ${table} t where account_id = $1 order by t::text`),
          ),
        ),
      )
    const before = await picture()
    const broken = { ...personEvents(house), merge: () => Promise.reject(new Error('killed')) }
    const parts = () => [...personPartsOf(house), broken]
    const people = openPeople(house, { personParts: parts })
    const input = { params: { id: ann }, body: { otherId: old, take: [] } }
    await expect(people.handlers.mergePeople(input as never, { accountId } as never)).rejects.toThrow('killed')
    expect(await picture()).toBe(before)
  })

  it('refuses the same person, strangers and people of other accounts', async () => {
    const { send, ann } = await two()
    const other = await two()
    const status = async (otherId: number, id = ann) =>
      (await send(contract.mergePeople, { params: { id }, body: { otherId } })).statusCode
    expect(await status(ann)).toBe(422)
    expect(await status(other.old)).toBe(404)
    expect(await status(ann, other.ann)).toBe(404)
    expect((await send(contract.mergePeople, { params: { id: ann }, body: {} })).statusCode).toBe(400)
  })
})

describe('why a flow', () => {
  it('says that they are in it, that they have been, or why not', async () => {
    const world = await two()
    const { call, tell, idOf, flowId, ann } = world
    const why = (personId: number) => call(contract.explainFlow, { params: { id: flowId, personId } })
    const inside = await why(ann)
    expect(inside).toMatchObject({ isIn: true, entries: 1 })
    expect(inside.triggers).toMatchObject([{ isMet: true, fact: 'once' }])
    expect(inside.path.map(({ kind, leftAt }) => [kind, leftAt === null])).toEqual([
      ['trigger', false],
      ['action', false],
      ['wait', true],
    ])
    await tell({ name: 'identify', user: { email: 'bob@acme.example' } })
    const bob = await idOf('bob@acme.example')
    expect((await why(bob)).verdict).toBe(
      'They are not in this flow: nothing that starts it has happened to them since it is on.',
    )
    await call(contract.updateFlow, { params: { id: flowId }, body: { status: 'deactivated-user' } })
    expect((await why(bob)).verdict).toBe('They are not in this flow: it is switched off.')
  })
})

describe('the data of a person', () => {
  it('holds what every feature keeps', async () => {
    const { send, ann } = await two()
    const reply = await send(contract.exportPersonData, { params: { id: ann } })
    expect(reply.headers['content-disposition']).toContain(`person-${ann}.json`)
    const data = JSON.parse(reply.payload)
    expect(data.person.email).toBe(ANN.email)
    expect(data.events).toHaveLength(1)
    expect(data.flowRuns).toMatchObject([{ flow: 'Welcome' }])
    expect(data.mails).toHaveLength(1)
    expect(Object.keys(data)).toEqual(expect.arrayContaining(['stepsVisited']))
  })
})

/** Every row of the account that one of some words stands in. */
const traces = async ({ rows }: World, words: readonly string[]) => {
  const tables = await rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and $1::int > 0`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    for (const word of words) {
      const sql = `select t.* from ${name} t where t.account_id = $1 and t::text ilike '%' || $2 || '%'`
      if ((await rows(sql, word)).length) found.push(`${name}: ${word}`)
    }
  }
  return found
}

describe('a person who is erased', () => {
  const BEA = { email: 'bea@erase.example', userId: 'user-bea-77', name: 'Beatrix Kiddo', tags: 'vip' }

  const erased = async () => {
    const world = await two()
    const { call, tell, idOf } = world
    await tell({ name: 'Signed up', user: BEA, properties: { contact: BEA.email, plan: 'trial' } })
    await call(contract.savePeople, { query: {}, body: { email: BEA.email, city: 'Tokyo' } })
    return { ...world, bea: await idOf(BEA.email) }
  }

  it('leaves nothing that tells who it was, in no table', async () => {
    const world = await erased()
    const { call, rows, settle, bea } = world
    expect(await traces(world, [BEA.email, BEA.userId])).not.toEqual([])
    const { erasure } = await call(contract.erasePerson, { params: { id: bea }, body: { address: BEA.email } })
    expect(erasure).toMatchObject({ by: 'Olive Owner', removed: { events: 1, mails: 1, 'flow runs': 1, segments: 1 } })
    await settle()
    expect(await traces(world, [BEA.email, BEA.userId, BEA.name])).toEqual([])
    for (const table of ['events', 'flow_runs', 'segment_members', 'category_choices'])
      expect(await rows(`select 1 from ${table} where account_id = $1 and person_id = $2`, bea)).toEqual([])
    const { erasures, total } = await call(contract.listErasures, {
      query: { address: ` ${BEA.email.toUpperCase()} ` },
    })
    expect([erasures.length, total, erasures[0]?.id]).toEqual([1, 1, erasure.id])
    expect((await call(contract.listErasures, { query: { address: 'ann@acme.example' } })).total).toBe(0)
    expect(await rows(`select 1 from segment_states where account_id = $1 and size < 0`)).toEqual([])
  })

  it('leaves no file either in which they stand', async () => {
    const { call, rows, bea } = await erased()
    const jobs = features.list.flatMap((feature) => feature.jobs ?? [])
    await call(contract.exportPeople, { body: { all: true, notifyEmail: 'owner@acme.example' } as never })
    await house.runJobs(jobs)
    const files = () => rows<{ key: string | null }>(`select file_key as key from people_jobs where account_id = $1`)
    expect((await files())[0]?.key).toMatch(/^[a-f0-9]{32}$/)
    await call(contract.erasePerson, { params: { id: bea }, body: { address: BEA.email } })
    await house.runJobs(jobs)
    expect(await files()).toEqual([{ key: null }])
  })

  it('is never mailed again, not even after coming back', async () => {
    const { call, tell, idOf, settle, bea } = await erased()
    await call(contract.erasePerson, { params: { id: bea }, body: { address: BEA.email } })
    await settle()
    await tell({ name: 'identify', user: { email: BEA.email } })
    const id = await idOf(BEA.email)
    expect(id).not.toBe(bea)
    expect((await call(contract.getPersonPreferences, { params: { id } })).isErasedAddress).toBe(true)
  })

  it('asks for the address to be typed, and for a person of this account', async () => {
    const { send, bea } = await erased()
    const other = await openWorld()
    const reply = await send(contract.erasePerson, { params: { id: bea }, body: { address: 'bea@' } })
    expect([reply.statusCode, reply.json().error.message]).toEqual([422, `Type ${BEA.email} to erase this person.`])
    const foreign = await other.send(contract.erasePerson, { params: { id: bea }, body: { address: BEA.email } })
    expect(foreign.statusCode).toBe(404)
  })
})
