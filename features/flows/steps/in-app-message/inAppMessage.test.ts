import { createHmac } from 'node:crypto'
import { testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { personFlows } from '../../server/index.ts'
import { type FlowWorld, openFlowWorld, openTrial } from '../../testing/index.ts'
import { inAppMessageStep } from './inAppMessage.step.ts'

type Row = { title: string; body: string; link: string | null }

const ROWS = 'select title, body, link from in_app_messages where account_id = $1 order by id'
const DAY = 86_400_000

const scene = async (values: Record<string, unknown> = { title: 'Hi', body: 'There' }) => {
  const world = await openFlowWorld(await testHouse())
  const trial = await openTrial(world, ['/in-app-message', values])
  return { ...world, ...trial, world }
}

const named = async (
  world: FlowWorld,
  personId: number,
  keys: { userId?: string; anonymousId?: string; email?: null },
) => {
  const { userId = null, anonymousId = null } = keys
  const email = 'email' in keys ? ', email = null' : ''
  await world.system((tx) =>
    tx.run(`update people set user_id = $3, anonymous_id = $4 ${email} where account_id = $1 and id = $2`, [
      world.accountId,
      personId,
      userId,
      anonymousId,
    ]),
  )
  return personId
}

const secretOf = async ({ client }: FlowWorld) => (await client.call('getInAppSecret', {})).secret
const hashOf = (secret: string, userId: string) => createHmac('sha256', secret).update(userId).digest('hex')

/** Asks as a page of a site does: with the write key, for a user whom the site's server has signed. */
const reader = async (world: FlowWorld) => {
  const site = world.server.as({ accountId: world.accountId, isOwner: false, scopes: [] })
  const secret = await secretOf(world)
  return {
    site,
    read: async (userId: string) =>
      (await site.call('listInAppMessages', { query: { userId, userHash: hashOf(secret, userId) } })).messages,
    note: (id: string, act: 'seen' | 'clicked' | 'closed') => site.send('noteInAppMessage', { params: { id, act } }),
  }
}

describe('the step', () => {
  test('leaves a message for each who comes, with what they have, and lets them go on', async () => {
    const values = {
      title: 'Hi {{ person.name }}',
      body: 'Your plan: {{ person.plan }}',
      link: 'https://app.example.com/u/{{ person.name }}',
    }
    const { world, go, left, rows } = await scene(values)
    const ada = await world.person({ fields: { name: 'Ada / <b>', plan: 'pro' } })
    const bob = await world.person({ fields: { name: 'Bob' } })
    await go(ada, bob)
    expect(await left()).toEqual({ [ada]: 'left', [bob]: 'left' })
    expect(await rows<Row>(ROWS)).toEqual([
      { title: 'Hi Ada / <b>', body: 'Your plan: pro', link: 'https://app.example.com/u/Ada%20%2F%20%3Cb%3E' },
      { title: 'Hi Bob', body: 'Your plan:', link: 'https://app.example.com/u/Bob' },
    ])
  })

  test.each([
    ['{% if person.name %}{% for i in (1..999999999) %}x{% endfor %}{% endif %}', '/ok', /^The Liquid cannot be run/],
    ['{{ person.nothing }}', '/ok', /^The message is empty/],
    ['Hi', '/{{ person.dots }}', /^The Liquid cannot be run/],
  ])('stops those for whom it cannot be written: %s', async (text, link, why) => {
    const { world, go, left, rows } = await scene({ title: text, body: text, link })
    const ada = await world.person({ fields: { name: 'Ada', dots: '..' } })
    await go(ada)
    expect((await left())[ada]).toMatch(why)
    expect(await rows<Row>(ROWS)).toEqual([])
  })

  test('is left by no dry run, which holds no counter meanwhile', async () => {
    const { world, go, client, flowId, system, rows } = await scene()
    await go(await world.person())
    await system(async (tx) => {
      await tx.rows('select made from in_app_counts where account_id = $1 for update', [world.accountId])
      const body = { person: { email: 'dry@acme.example' } }
      const { verdict } = await client.call('dryRunFlow', { params: { id: flowId }, body })
      expect(verdict).toBe('They would come to the end of the flow.')
    })
    expect(await rows<Row>(ROWS)).toHaveLength(1)
  })

  test.each([
    [{ title: 'a', body: 'b' }, undefined],
    [{ title: 'a', body: 'b', link: '/billing?x=1' }, undefined],
    [{ body: 'b' }, 'Write a title.'],
    [{ title: 'a', body: ' ' }, 'Write a text.'],
    [{ title: 'a', body: 'b', link: 'javascript:alert(1)' }, /^Start with https/],
    [{ title: 'a', body: 'b', link: '//evil.example' }, /^Start with https/],
    [{ title: 'a', body: 'b', link: '/\\evil.example' }, /^Start with https/],
    [{ title: 'a', body: 'b', link: 'https://{{ person.host }}/' }, /^Start with https/],
    [{ title: 'a', body: 'b', expires: { value: 60, unit: 'weeks' } }, 'A year at the most.'],
  ])('%j says %s', (values, message) => {
    const said = inAppMessageStep.values.safeParse(values).error?.issues[0]?.message
    if (message === undefined) expect(said).toBeUndefined()
    else expect(said).toMatch(message)
  })
})

describe('reading', () => {
  let world: FlowWorld
  let trial: Awaited<ReturnType<typeof openTrial>>
  beforeAll(async () => {
    world = await openFlowWorld(await testHouse())
    trial = await openTrial(world, ['/in-app-message', { title: 'Hi', body: 'There', link: '/x', button: 'Go' }])
  })

  const user = async (userId: string) => {
    const id = await named(world, await world.person(), { userId })
    await trial.go(id)
    return id
  }

  test('a signed user finds what waits, the newest first', async () => {
    const ada = await user('ada')
    await trial.go(ada)
    const { read } = await reader(world)
    const messages = await read('ada')
    expect(messages).toHaveLength(2)
    expect(messages[0]).toMatchObject({ title: 'Hi', body: 'There', link: '/x', button: 'Go', seenAt: null })
    expect(Number.parseInt(messages[0]!.id, 10)).toBeGreaterThan(Number.parseInt(messages[1]!.id, 10))
    expect(await read('nobody')).toEqual([])
  })

  test.each<[string, (right: string) => object, string]>([
    ['no signature', () => ({ userId: 'eve' }), 'Sign the user id'],
    ['another one’s signature', () => ({ userId: 'eve', userHash: hashOf('x', 'eve') }), 'The signature'],
    ['a cut signature', (right) => ({ userId: 'eve', userHash: right.slice(0, 32) }), 'The signature'],
    ['half a signature', (right) => ({ userId: 'eve', userHash: `${right.slice(0, 62)}zz` }), 'The signature'],
    ['an empty signature', () => ({ userId: 'eve', userHash: '' }), 'Sign the user id'],
    ['nobody', () => ({}), 'Say who reads'],
  ])('is refused with %s', async (_how, query, why) => {
    const { site } = await reader(world)
    const right = hashOf(await secretOf(world), 'eve')
    const reply = await site.send('listInAppMessages', { query: query(right) })
    expect(reply.status).toBe(422)
    expect((reply.body as unknown as { error: { message: string } }).error.message).toContain(why)
  })

  test('an anonymous id finds visitors alone: who has an address or a user id is not found by it', async () => {
    const visitor = await named(world, await world.person(), { anonymousId: 'a1', email: null })
    const known = await named(world, await world.person(), { anonymousId: 'a2' })
    const logged = await named(world, await world.person(), { anonymousId: 'a3', userId: 'logged', email: null })
    await trial.go(visitor, known, logged)
    const { site } = await reader(world)
    const counts = []
    for (const segmentAnonymousId of ['a1', 'a2', 'a3', 'a4'])
      counts.push((await site.call('listInAppMessages', { query: { segmentAnonymousId } })).messages.length)
    expect(counts).toEqual([1, 0, 0, 0])
  })

  test('another account’s signature, and one made with a replaced secret, are worth nothing', async () => {
    const other = await openFlowWorld(await testHouse())
    const mine = await openFlowWorld(await testHouse())
    const ask = async (secret: string) => {
      const { site } = await reader(mine)
      return (await site.send('listInAppMessages', { query: { userId: 'ada', userHash: hashOf(secret, 'ada') } }))
        .status
    }
    const first = await secretOf(mine)
    expect([await ask(first), await ask(await secretOf(other))]).toEqual([200, 422])
    const { secret } = await mine.client.call('rotateInAppSecret', {})
    expect([await ask(first), await ask(secret)]).toEqual([422, 200])
  })

  test('seen, clicked and closed count once each; what is closed or expired is not told any more', async () => {
    const one = await scene({ title: 'Hi', body: 'There', expires: { value: 2, unit: 'days' } })
    const [ann, ben] = [await one.world.person(), await one.world.person()]
    await named(one.world, ann, { userId: 'ann' })
    await named(one.world, ben, { userId: 'ben' })
    await one.go(ann, ben)
    const { read, note } = await reader(one.world)
    const [message] = await read('ann')
    for (const act of ['seen', 'seen', 'clicked', 'clicked'] as const)
      expect((await note(message!.id, act)).status).toBe(204)
    expect((await read('ann'))[0]!.seenAt).not.toBeNull()
    await note(message!.id, 'closed')
    await note(message!.id, 'closed')
    expect(await read('ann')).toEqual([])
    const { counts, messages } = await one.client.call('listStepMessages', { params: { id: one.stepId }, query: {} })
    expect(counts).toEqual({ made: 2, seen: 1, clicked: 1, closed: 1 })
    expect(messages.map(({ person, closedAt }) => [person?.id, closedAt !== null])).toEqual([
      [ben, false],
      [ann, true],
    ])
    one.house.clock.advance(2 * DAY + 1)
    expect(await read('ben')).toEqual([])
  })

  test('a message of somebody else cannot be noted: its name is signed', async () => {
    await user('zoe')
    const { read, note } = await reader(world)
    const [message] = await read('zoe')
    const [number] = message!.id.split('-')
    const forged = [`${number}-${'a'.repeat(16)}`, `${Number(number) + 1}${message!.id.slice(number!.length)}`, number!]
    for (const id of forged) expect((await note(id, 'closed')).status).toBe(404)
    const other = await reader(await openFlowWorld(await testHouse()))
    expect((await other.note(message!.id, 'closed')).status).toBe(404)
    expect(await read('zoe')).toHaveLength(1)
  })

  test('a person’s page lists them; another account’s does not', async () => {
    const ida = await user('ida')
    const { messages } = await world.client.call('listPersonMessages', { params: { id: ida } })
    expect(messages).toMatchObject([{ title: 'Hi', flow: { id: trial.flowId }, stepId: trial.stepId, seenAt: null }])
    const other = world.server.as(await (await testHouse()).newAccount())
    expect((await other.send('listPersonMessages', { params: { id: ida } })).status).toBe(404)
    expect((await other.send('listStepMessages', { params: { id: trial.stepId }, query: {} })).status).toBe(404)
    expect((await world.server.nobody.send('listPersonMessages', { params: { id: ida } })).status).toBe(401)
  })
})

test('messages go along when two people become one, and go when a person is erased', async () => {
  const { world, go, house, system, accountId, rows, client } = await scene()
  const [kept, gone] = [await world.person(), await world.person()]
  await go(kept, gone)
  const part = personFlows(house)
  await system((tx) => part.merge(tx, accountId, { kept, gone } as never))
  const { messages } = await client.call('listPersonMessages', { params: { id: kept } })
  expect(messages).toHaveLength(2)
  await system((tx) => part.erase(tx, accountId, [kept]))
  expect(await rows(ROWS)).toEqual([])
})

test('sites find the script that shows messages', async () => {
  const { server } = await openFlowWorld(await testHouse())
  const reply = await server.fastify.inject('/v1/in-app.js')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toContain('text/javascript')
  expect(reply.payload).toContain('/v1/in-app-messages')
})
