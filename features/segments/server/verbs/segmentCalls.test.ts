import { callServer, type TestClient, testHouse } from '@millrace/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Condition, Conditions, segmentsContract } from '../../contract/index.ts'
import { did, openWorld, type World } from '../../testing/index.ts'

const all = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
const tag = (value: string): Condition => ({ type: 'tag', value, condition: 'has' })
const vips = { name: 'VIPs', color: '#22a86c', conditions: all(tag('vip')) }

let world: World
let owner: TestClient<typeof segmentsContract>
let reader: typeof owner
let stranger: typeof owner
let nobody: typeof owner

beforeEach(async () => {
  await testHouse()
  world = await openWorld()
  const server = await callServer(world.segments)
  owner = server.as(world.account)
  reader = server.as({ accountId: world.accountId, scopes: ['people:read'] })
  stranger = server.as(await world.house.newAccount())
  nobody = server.nobody
})

const make = async (body: Parameters<typeof owner.call<'createSegment'>>[1]['body'] = vips) =>
  (await owner.call('createSegment', { body })).segment

const message = ({ body }: { body: unknown }) => (body as { error: { message: string } }).error.message

describe('segments', () => {
  it('every account has those of the house, which nobody can change', async () => {
    const { segments } = await owner.call('listSegments', {})
    expect(segments.map(({ id, name, autoSegment, readOnly }) => [id, name, autoSegment, readOnly])).toEqual([
      [2, 'All people', true, true],
      [1, 'Archived', true, true],
      [5, 'Engaged', true, true],
      [6, 'Need some love', true, true],
      [4, 'New', true, true],
      [3, 'Unsubscribed', true, true],
    ])
    for (const id of [1, 2, 3, 4, 5, 6]) {
      expect((await owner.send('updateSegment', { params: { id }, body: { name: 'Mine' } })).status).toBe(403)
      expect((await owner.send('deleteSegment', { params: { id } })).status).toBe(403)
    }
  })

  it('are counted', async () => {
    const [, ben, cleo] = await world.add({ tags: ['vip'] }, { tags: ['vip'] }, {})
    await make()
    await owner.call('listSegments', {})
    await world.archive(cleo!)
    await world.change(ben!, { unsubscribed: true })
    await world.settle()
    const { segments } = await reader.call('listSegments', {})
    expect(Object.fromEntries(segments.map(({ name, count }) => [name, count]))).toEqual({
      'All people': 2,
      Archived: 1,
      Engaged: 0,
      'Need some love': 0,
      New: 2,
      Unsubscribed: 1,
      VIPs: 2,
    })
  })

  it('are made, changed and deleted', async () => {
    const made = await make()
    expect(made).toMatchObject({
      ...vips,
      version: 2,
      objectName: 'person',
      accountId: world.accountId,
      autoSegment: false,
    })
    expect(made.id).toBeGreaterThan(1)
    expect(made.building).toEqual({ done: 0, total: 0 })
    const { segment } = await owner.call('updateSegment', {
      params: { id: made.id },
      body: { ...made, name: 'Friends', preview: undefined } as never,
    })
    expect(segment).toMatchObject({ name: 'Friends', color: '#22a86c', conditions: vips.conditions })
    await owner.call('deleteSegment', { params: { id: made.id } })
    expect((await owner.send('previewSegment', { params: { id: made.id } })).status).toBe(404)
  })

  it.each([
    ['no name', { ...vips, name: '  ' }, 400, 'Give the segment a name.'],
    ['a name of the house', { ...vips, name: 'All friends' }, 422, `A segment's name cannot start with "All ".`],
    ['a colour that is none', { ...vips, color: 'red' }, 400, 'A colour looks like #22a86c.'],
    [
      'the same condition twice',
      { ...vips, conditions: all(tag('vip'), { ...tag('VIP'), uuid: 'x' }) },
      422,
      'This condition already exists.',
    ],
    ['an unknown kind', { ...vips, conditions: all({ type: 'moon' } as never) }, 400, undefined],
    [
      'a missing value',
      { ...vips, conditions: all({ type: 'field', field: 'plan', condition: 'is' }) },
      422,
      'Choose a value for "plan".',
    ],
    [
      'a text as number',
      { ...vips, conditions: all({ type: 'field', field: 'score', condition: 'at least', value: 'many' }) },
      422,
      '"score" needs a number.',
    ],
    [
      'a segment that is not there',
      { ...vips, conditions: all({ type: 'segment', value: 99_999, condition: 'in' }) },
      422,
      'There is no such segment.',
    ],
    ['no conditions', { name: 'x' } as typeof vips, 400, undefined],
  ])('are refused with %s', async (_what, body, status, words) => {
    const reply = await owner.send('createSegment', { body })
    expect(reply.status).toBe(status)
    if (words) expect(message(reply)).toBe(words)
  })

  it('keep a name when they are changed', async () => {
    const { id } = await make()
    for (const body of [{}, { name: ' ' }, { conditions: vips.conditions }])
      expect((await owner.send('updateSegment', { params: { id }, body: body as never })).status).toBe(400)
    const taken = await owner.send('updateSegment', { params: { id }, body: { name: 'All of them' } })
    expect([taken.status, message(taken)]).toEqual([422, `A segment's name cannot start with "All ".`])
  })

  it('nested too deep are refused', async () => {
    let conditions = all(tag('vip'))
    for (let depth = 0; depth < 40; depth++) conditions = all(conditions)
    expect(message(await owner.send('createSegment', { body: { name: 'Deep', conditions } }))).toBe(
      'The conditions are nested too deep.',
    )
  })

  it('cannot contain themselves, not even by way of another', async () => {
    const inner = await make()
    const outer = await make({ name: 'Outer', conditions: all({ type: 'segment', value: inner.id, condition: 'in' }) })
    const reply = await owner.send('updateSegment', {
      params: { id: inner.id },
      body: { name: 'Inner', conditions: all({ type: 'segment', value: outer.id, condition: 'not in' }) },
    })
    expect([reply.status, message(reply)]).toEqual([422, 'A segment cannot be a condition of itself.'])
    const refusal = await owner.send('deleteSegment', { params: { id: inner.id } })
    expect([refusal.status, message(refusal)]).toEqual([
      409,
      '"Outer" has a condition on "VIPs". Remove it there first.',
    ])
    const { uses } = await owner.call('listSegmentUses', { params: { id: inner.id } })
    expect(uses).toEqual([{ kind: 'segment', id: outer.id, name: 'Outer', isActive: true }])
  })
})

describe('a preview', () => {
  it('counts and shows people without saving', async () => {
    const people = await world.add({ tags: ['vip'], email: 'ann@acme.example' }, { tags: ['vip'] }, {})
    await world.change(people[1]!, { unsubscribed: true })
    const { preview } = await reader.call('previewConditions', { body: { conditions: all(tag('vip')) } })
    expect(preview).toMatchObject({ count: 2, total: 3, canBeMailed: 1, unsubscribed: 1, pending: false })
    expect(preview.people.map(({ id }) => id).sort()).toEqual(people.slice(0, 2).sort())
    expect(preview.people.find(({ id }) => id === people[0])).toMatchObject({ email: 'ann@acme.example', tags: 'vip' })
  })

  it('of a saved segment comes with the segment; of archived people too', async () => {
    const [ann] = await world.add({ tags: ['vip'] }, {})
    const { id } = await make()
    expect((await owner.call('previewSegment', { params: { id } })).segment).toMatchObject({
      id,
      preview: { count: 1 },
    })
    await owner.call('listSegments', {})
    await world.archive(ann!)
    const { segment } = await owner.call('previewSegment', { params: { id: 1 } })
    expect(segment).toMatchObject({ name: 'Archived', preview: { count: 1, people: [{ id: ann }] } })
  })

  it('says in words that goals and associations cannot be asked', async () => {
    const goal = await owner.send('previewConditions', {
      body: { conditions: all({ type: 'goal', value: 5, condition: 'in' }) },
    })
    expect([goal.status, message(goal)]).toEqual([
      422,
      'Conditions on goals need flows, which are not part of this installation.',
    ])
    const association = await owner.send('previewConditions', {
      body: { conditions: all({ type: 'association', value: 'deals', condition: { type: 'any' } }) },
    })
    expect(association.status).toBe(422)
  })
})

describe('the people of a segment', () => {
  it('come in pages, sorted, with their total', async () => {
    await world.add(
      { email: 'c@acme.example', tags: ['vip'], fields: { score: 7 } },
      { email: 'a@acme.example', tags: ['vip'], fields: { score: 10 } },
      { email: 'b@acme.example', tags: ['vip'], fields: {} },
      { email: 'd@acme.example' },
    )
    const { id } = await make()
    const emails = async (query: object) => {
      const { people, total } = await owner.call('listSegmentPeople', { params: { id }, query })
      expect(total).toBe(3)
      return people.map(({ email }) => email?.[0])
    }
    // Asked directly while the build waits, then of the members.
    for (const _stage of ['building', 'built']) {
      expect(await emails({ sort: 'email', order: 'asc' })).toEqual(['a', 'b', 'c'])
      expect(await emails({ sort: 'score', order: 'desc' })).toEqual(['a', 'c', 'b'])
      expect(await emails({ sort: 'email', order: 'asc', limit: 2, offset: 2 })).toEqual(['c'])
      await world.settle()
    }
    expect((await owner.call('listSegmentPeople', { params: { id: 2 }, query: {} })).total).toBe(4)
  })

  it('leave out those without a name on request', async () => {
    await world.add({ tags: ['vip'] })
    const { id } = await make({ name: 'Everybody', conditions: all() })
    await world.house.db.system((tx) =>
      tx.run('insert into people (account_id, anonymous_id, created_at, updated_at) values ($1, $2, $3, $3)', [
        world.accountId,
        `anonymous-${world.accountId}`,
        world.house.clock.now(),
      ]),
    )
    await world.settle()
    const total = async (ignoreAnonymous: string) =>
      (await owner.call('listSegmentPeople', { params: { id }, query: { ignoreAnonymous } })).total
    expect([await total('false'), await total('true')]).toEqual([2, 1])
  })
})

describe('an explanation', () => {
  it('names for each condition what decided', async () => {
    const [ann] = await world.add({ tags: ['vip'], fields: { plan: 'Trial' } })
    await world.did(ann!, 'Project created')
    const { id } = await make({
      name: 'Why',
      conditions: all(
        { type: 'field', field: 'plan', condition: 'is', value: 'trial' },
        { type: 'group', operator: 'or', conditions: [tag('beta'), tag('vip')] },
        did('Project created', { frequencyCondition: { type: 'frequencyCondition', condition: 'at least', value: 2 } }),
      ),
    })
    await world.settle()
    const { isIn, explanation } = await reader.call('explainSegment', { params: { id, personId: ann! } })
    expect(isIn).toBe(false)
    expect(explanation).toMatchObject({ isTrue: false, fact: '2 of 3', operator: 'and' })
    expect(explanation.conditions?.map(({ text, isTrue, fact }) => [text, isTrue, fact])).toEqual([
      ['Plan is trial', true, 'Trial'],
      ['has tag beta or has tag vip', true, '1 of 2'],
      ['has done Project created at least 2 times', false, 'once'],
    ])
    expect(explanation.conditions?.[2]?.at).toBe(world.house.clock.now().toISOString())
    expect((await owner.send('explainSegment', { params: { id, personId: 999_999 } })).status).toBe(404)
  })
})

describe('values', () => {
  it('that people have are offered, the most frequent first', async () => {
    const plans = ['Pro', 'Trial', 'Trial', 'Pro_x', '', null]
    await world.add(...plans.map((plan) => ({ fields: { plan } })), { fields: { labels: ['a', 'b'] } })
    const values = async (query: { field: string; query?: string }) =>
      (await reader.call('suggestValues', { query })).values.map(({ value, count }) => `${value} ${count}`)
    expect(await values({ field: 'plan' })).toEqual(['Trial 2', 'Pro 1', 'Pro_x 1'])
    expect(await values({ field: 'labels' })).toEqual(['a 1', 'b 1'])
    expect(await values({ field: 'plan', query: 'O_' })).toEqual(['Pro_x 1'])
    expect(await values({ field: "no'ne" })).toEqual([])
    expect((await stranger.call('suggestValues', { query: { field: 'plan' } })).values).toEqual([])
    expect((await nobody.send('suggestValues', { query: { field: 'plan' } })).status).toBe(401)
    expect((await owner.send('suggestValues', { query: { field: '' } })).status).toBe(400)
  })
})

describe('who may call', () => {
  const conditions = all()
  const calls = async (client: typeof owner, id: number, personId: number) => [
    (await client.send('listSegments', {})).status,
    (await client.send('previewConditions', { body: { conditions } })).status,
    (await client.send('previewSegment', { params: { id } })).status,
    (await client.send('listSegmentPeople', { params: { id }, query: {} })).status,
    (await client.send('explainSegment', { params: { id, personId } })).status,
    (await client.send('listSegmentUses', { params: { id } })).status,
    (await client.send('createSegment', { body: { name: 'x', conditions } })).status,
    (await client.send('updateSegment', { params: { id }, body: { name: 'x' } })).status,
    (await client.send('deleteSegment', { params: { id } })).status,
  ]

  it('nobody without a session, readers read, strangers find nothing', async () => {
    const [ann] = await world.add({})
    const { id } = await make()
    expect(await calls(nobody, id, ann!)).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 401])
    expect(await calls(reader, id, ann!)).toEqual([200, 200, 200, 200, 200, 200, 403, 403, 403])
    expect(await calls(stranger, id, ann!)).toEqual([200, 200, 404, 404, 404, 404, 200, 404, 404])
    const { preview } = await stranger.call('previewConditions', { body: { conditions } })
    expect(preview).toMatchObject({ count: 0, total: 0, people: [] })
  })
})
