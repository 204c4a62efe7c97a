import { callServer, type TestHouse, type TestServer, testHouse } from '@millrace/kit/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { peopleContract } from '../../contract/index.ts'
import { openPeople } from '../index.ts'
import type { Mention, NameKeeper, TagRenaming } from '../ports.ts'

let house: TestHouse
let server: TestServer<typeof peopleContract>
let people: ReturnType<typeof openPeople>
const heard: TagRenaming[] = []
let mentions: Mention[] = []

const keeper: NameKeeper = {
  mentionsOf: async () => mentions,
  renameTag: async (_tx, _accountId, renaming) => void heard.push(renaming),
}

beforeAll(async () => {
  house = await testHouse()
  people = openPeople(house, { nameKeepers: [keeper] })
  server = await callServer(people)
})

beforeEach(() => {
  heard.length = 0
  mentions = []
})

const setting = async (tagged: Record<string, string> = {}) => {
  const account = await house.newAccount()
  const client = server.as(account)
  const body = Object.entries(tagged).map(([email, tags]) => ({ email, tags }))
  if (body.length) await client.call('savePeople', { body })
  const tagsOf = async () => {
    const { people: all } = await client.call('listPeople', { query: { sort: 'email' } })
    return Object.fromEntries(all.map((person) => [person.email, person.tags.split(',').sort().join(',')]))
  }
  const changes = (kind: string) =>
    house.db.system((tx) =>
      tx.rows('select ref, data from changes where account_id = $1 and kind = $2 order by id', [
        account.accountId,
        kind,
      ]),
    )
  return { ...account, client, tagsOf, changes }
}

describe('renaming', () => {
  test('whatever names the tag is told, and the old name still means it', async () => {
    const { client, tagsOf, memberId } = await setting({ 'a@acme.io': 'Trial' })
    const { tag } = await client.call('updateTag', { params: { tag: 'trial' }, body: { tag: 'On trial' } })
    expect(tag).toMatchObject({ tag: 'On trial', formerNames: ['trial'], mergingInto: null })
    expect(heard).toEqual([{ from: 'Trial', to: 'On trial', isMerge: false, memberId }])
    await client.call('savePeople', { body: { email: 'b@acme.io', tags: 'TRIAL' } })
    expect(await tagsOf()).toEqual({ 'a@acme.io': 'On trial', 'b@acme.io': 'On trial' })
    await client.call('removeTag', { body: { email: 'b@acme.io', tag: 'trial' } })
    expect(await tagsOf()).toEqual({ 'a@acme.io': 'On trial', 'b@acme.io': '' })
  })

  test('another case is no former name, and its old name can be taken back', async () => {
    const { client } = await setting({ 'a@acme.io': 'trial' })
    const rename = (from: string, to: string) =>
      client.call('updateTag', { params: { tag: from }, body: { tag: to } }).then(({ tag }) => tag.formerNames)
    expect(await rename('trial', 'Trial')).toEqual([])
    expect(await rename('trial', 'Test')).toEqual(['trial'])
    expect(await rename('test', 'Trial')).toEqual(['test'])
  })

  test('a former name is free for a tag that is made on purpose, and can be given up', async () => {
    const { client, tagsOf } = await setting({ 'a@acme.io': 'one,two' })
    await client.call('updateTag', { params: { tag: 'one' }, body: { tag: 'uno' } })
    await client.call('updateTag', { params: { tag: 'two' }, body: { tag: 'due' } })
    await client.call('createTags', { body: { tags: [{ tag: 'One' }] } })
    await client.call('updateTag', { params: { tag: 'due' }, body: { formerNames: [] } })
    await client.call('savePeople', { body: { email: 'b@acme.io', tags: 'one,two' } })
    expect(await tagsOf()).toEqual({ 'a@acme.io': 'due,uno', 'b@acme.io': 'One,two' })
    expect((await client.call('listTags', {})).tags.map(({ tag, formerNames }) => [tag, formerNames])).toEqual([
      ['due', []],
      ['One', []],
      ['two', []],
      ['uno', []],
    ])
  })
})

describe('merging', () => {
  test('a few people: at once, quietly, and the old name means the other tag', async () => {
    const { client, tagsOf, changes, memberId } = await setting({
      'a@acme.io': 'trial,vip',
      'b@acme.io': 'Trialing',
      'c@acme.io': 'trial,trialing',
    })
    const done = await client.call('mergeTag', { params: { tag: 'Trial' }, body: { into: 'trialing' } })
    expect(done).toMatchObject({ isQueued: false, tag: { tag: 'Trialing', formerNames: ['trial'] } })
    expect(await tagsOf()).toEqual({ 'a@acme.io': 'Trialing,vip', 'b@acme.io': 'Trialing', 'c@acme.io': 'Trialing' })
    expect(heard).toEqual([{ from: 'trial', to: 'Trialing', isMerge: true, memberId }])
    expect((await changes('tag.added')).filter(({ data }) => data)).toEqual([
      { ref: done.tag.id, data: { source: 'merge' } },
    ])
    expect(await changes('tag.removed')).toEqual([])
    await client.call('addTag', { body: { email: 'b@acme.io', tag: 'trial' } })
    expect((await client.call('countTags', {})).tagCounts).toEqual({ Trialing: 3, vip: 1 })
  })

  test('what is left of the old tag goes once nobody can be writing it; who was late gets the other one', async () => {
    const { client, tagsOf, accountId } = await setting({ 'a@acme.io': 'old', 'b@acme.io': 'new', 'c@acme.io': '' })
    const { tags } = await client.call('listTags', {})
    const old = tags.find(({ tag }) => tag === 'old')?.id
    await client.call('mergeTag', { params: { tag: 'old' }, body: { into: 'new' } })
    const late = `update people set tags = array[$3::bigint] where account_id = $1 and email = $2`
    await house.db.system((tx) => tx.run(late, [accountId, 'c@acme.io', old]))
    await house.runJobs(people.jobs ?? [])
    expect(await tagsOf()).toEqual({ 'a@acme.io': 'new', 'b@acme.io': 'new', 'c@acme.io': 'new' })
    const left = `select count(*) as n from people where account_id = $1 and tags @> array[$2::bigint]`
    expect(await house.db.system((tx) => tx.one(left, [accountId, old]))).toEqual({ n: 0 })
  })

  test('many people: by a job; meanwhile the tag stays as it is', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`p${index}@acme.io`, 'old']))
    const { client } = await setting({ ...many })
    await client.call('savePeople', { body: { email: 'x@acme.io', tags: 'new' } })
    const params = { tag: 'old' }
    const reply = await client.call('mergeTag', { params, body: { into: 'new' } })
    expect(reply.isQueued).toBe(true)
    await client.call('addTag', { body: { email: 'x@acme.io', tag: 'old' } })
    await client.call('savePeople', { body: ['y', 'z'].map((name) => ({ email: `${name}@acme.io`, tags: 'old' })) })
    expect((await client.call('countTags', {})).mergedShares).toEqual({ old: 1001 / 1003 })
    const { tags } = await client.call('listTags', {})
    expect(tags.map(({ tag, mergingInto }) => [tag, mergingInto])).toEqual([
      ['new', null],
      ['old', 'new'],
    ])
    const message = '"old" is just becoming part of "new".'
    const sends = [
      await client.send('updateTag', { params, body: { tag: 'older' } }),
      await client.send('deleteTag', { params }),
      await client.send('mergeTag', { params, body: { into: 'new' } }),
      await client.send('deleteTag', { params: { tag: 'new' } }),
      await client.send('mergeTag', { params: { tag: 'new' }, body: { into: 'old' } }),
    ]
    for (const { status, body } of sends) expect([status, body]).toMatchObject([409, { error: { message } }])
    expect(heard).toEqual([])
    await house.runJobs(people.jobs ?? [])
    expect(await client.call('countTags', {})).toMatchObject({ tagCounts: { new: 1003 }, mergedShares: {} })
    expect(heard).toMatchObject([{ from: 'old', to: 'new', isMerge: true }])
  })

  test('not into itself, not what is not there, not without the scope, not in another account', async () => {
    const { client, accountId } = await setting({ 'a@acme.io': 'x,y' })
    const merge = (tag: string, into: string) => client.send('mergeTag', { params: { tag }, body: { into } })
    const self = await merge('x', ' X ')
    expect([self.status, self.body]).toMatchObject([422, { error: { message: 'A tag cannot become part of itself.' } }])
    expect((await merge('x', 'nope')).status).toBe(404)
    expect((await merge('nope', 'x')).status).toBe(404)
    const reader = server.as({ accountId, scopes: ['people:read'] })
    expect((await reader.send('mergeTag', { params: { tag: 'x' }, body: { into: 'y' } })).status).toBe(403)
    const other = await setting()
    expect((await other.client.send('mergeTag', { params: { tag: 'x' }, body: { into: 'y' } })).status).toBe(404)
  })
})

test('what uses a tag', async () => {
  const { client } = await setting({ 'a@acme.io': 'VIP' })
  const flow = { kind: 'flow', id: 7, name: 'Welcome', isActive: true } as const
  mentions = [
    { what: 'tag', name: 'vip', use: flow },
    { what: 'tag', name: 'vip', use: flow },
    { what: 'field', name: 'vip', use: flow },
    { what: 'tag', name: 'gone', use: flow },
  ]
  expect(await client.call('countTags', {})).toEqual({ tagCounts: { VIP: 1 }, useCounts: { VIP: 1 }, mergedShares: {} })
  expect(await client.call('listTagUses', { params: { tag: 'vip' } })).toEqual({ people: 1, uses: [flow] })
  expect((await client.send('listTagUses', { params: { tag: 'nope' } })).status).toBe(404)
})
