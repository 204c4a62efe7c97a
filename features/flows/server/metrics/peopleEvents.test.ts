import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callServer, type TestHouse, testHouse } from '@millrace/kit/testing'
import { openPeople } from '@millrace/people/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFlowWorld } from '../../testing/index.ts'
import { FLOW_EXPORT, flowPeopleExport, openDoors, openFlows } from '../index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'millrace-flow-exports-'))
const mails: { to: string; text: string }[] = []
let house: TestHouse
let people: ReturnType<typeof openPeople>

beforeAll(async () => {
  house = await testHouse({ DATA_DIR: dataDir })
  people = openPeople(house, {
    exportSources: { [FLOW_EXPORT]: flowPeopleExport },
    sendSystemMail: async (_tx, mail) => void mails.push(mail),
  })
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeEach(() => {
  mails.length = 0
  house.clock.set(new Date('2026-03-10T12:00:00Z'))
})

const openGoal = async () => {
  const world = await openFlowWorld(house)
  const server = await callServer(openFlows(house, openDoors(house)), people)
  const drawn = await world.draw({ start: ['/event', { eventName: 'Go' }], goal: ['/goal', { name: 'Paid' }] }, [
    ['start', 'goal'],
  ])
  await world.switchOn(drawn.flowId)
  const go = async (...ids: number[]) => {
    for (const id of ids) await world.event(id, 'Go')
    await world.takeChanges()
  }
  await world.system((tx) => people.seedFields(tx, world.accountId))
  return { world, server, client: server.as(world.account), go, ...drawn }
}

describe('people who entered or reached the goal', () => {
  test('are listed latest first, page by page', async () => {
    const { world, client, go, flowId } = await openGoal()
    const ids: number[] = []
    for (let one = 0; one < 5; one++)
      ids.push(await world.person({ email: `p${one}@acme.io`, fields: { name: `P${one}` } }))
    await go(...ids.slice(0, 3))
    house.clock.advance(60_000)
    await go(...ids.slice(3))
    const list = (query: object) =>
      client.call('listFlowPeopleEvents', { query: { flowIds: [flowId], period: 'today', ...query } as never })
    const all = await list({})
    expect(all).toMatchObject({ total: 5, next: null })
    expect(all.events.map(({ person }) => person.id)).toEqual(ids.toReversed())
    expect(all.events[0]).toEqual({
      id: expect.stringMatching(/^\d+-0$/),
      type: 'entered',
      createdAt: '2026-03-10T12:01:00.000Z',
      flow: { id: flowId, name: 'Drawn', objectType: 'person' },
      goal: null,
      person: { id: ids[4], name: 'P4', email: 'p4@acme.io' },
    })
    for (const type of ['entered', 'goal', 'reachedGoal']) {
      const paged: number[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({ type, limit: 2, ...(cursor && { cursor }) })
        paged.push(...page.events.map(({ person }) => person.id))
        cursor = page.next
      } while (cursor)
      expect(paged).toEqual(ids.toReversed())
    }
    expect((await list({ type: 'goal' })).events[0]).toMatchObject({ type: 'goal', goal: 'Paid' })
    expect(await list({ period: 'yesterday' })).toEqual({ events: [], total: 0, next: null })
    expect(await list({ flowIds: undefined })).toEqual({ events: [], total: 0, next: null })
  })

  test('are shown to those who may see people and metrics of the account', async () => {
    const { world, server, client, go, flowId } = await openGoal()
    await go(await world.person())
    const { accountId, memberId } = world.account
    const query = { flowIds: [flowId] }
    for (const scopes of [
      ['flows:read', 'people:read'],
      ['emailMetrics:read', 'flows:read'],
    ] as const) {
      const reader = server.as({ accountId, memberId, scopes })
      expect((await reader.send('listFlowPeopleEvents', { query })).status).toBe(403)
      expect((await reader.send('exportFlowPeopleEvents', { query })).status).toBe(403)
    }
    const send = async (more: object) =>
      (await client.send('listFlowPeopleEvents', { query: { ...query, ...more } as never })).status
    expect([await send({ type: 'left' }), await send({ limit: 101 }), await send({ cursor: "x'" })]).toEqual([
      400, 400, 400,
    ])
    const other = server.as(await house.newAccount())
    expect(await other.call('listFlowPeopleEvents', { query })).toEqual({ events: [], total: 0, next: null })
  })
})

describe('an export of them', () => {
  const linesOf = async (server: Awaited<ReturnType<typeof openGoal>>['server'], text = '') => {
    const [url = ''] = /http:\/\/localhost:3000\/v1\/people\/export\?token=[\w.-]+/.exec(text) ?? []
    return (await server.fastify.inject({ url: url.replace('http://localhost:3000', '') })).payload.split('\r\n')
  }

  test('is one file, mailed, however often it is asked for while it is written', async () => {
    const { world, server, client, go, flowId } = await openGoal()
    const ada = await world.person({ email: 'ada@acme.io', fields: { firstName: 'Ada' } })
    const gone = await world.person({ email: 'gone@acme.io' })
    await go(ada, gone)
    house.clock.advance(60_000)
    await go(ada)
    await world.system((tx) => tx.run('delete from people where account_id = $1 and id = $2', [world.accountId, gone]))
    const query = { flowIds: [flowId], period: 'today', type: 'reachedGoal', notifyEmail: 'Boss@acme.io' } as const
    const first = await client.call('exportFlowPeopleEvents', { query })
    expect(first).toEqual({
      message: 'The export will be emailed to boss@acme.io shortly.',
      email: 'boss@acme.io',
      jobId: expect.any(Number),
    })
    expect((await client.call('exportFlowPeopleEvents', { query })).jobId).toBe(first.jobId)
    const entered = await client.call('exportFlowPeopleEvents', { query: { ...query, type: 'entered' } })
    expect(entered.jobId).not.toBe(first.jobId)
    const { jobs } = await client.call('listPeopleJobs', {})
    expect(jobs.map(({ kind, total }) => [kind, total])).toEqual([
      ['export', 3],
      ['export', 3],
    ])
    await house.runJobs(people.jobs ?? [])
    expect(mails.map(({ to }) => to)).toEqual(['boss@acme.io', 'boss@acme.io'])
    const goal = mails.find(({ text }) => text.includes('Who reached the goal of “Drawn”, 2026-03-10.'))
    const [head, one, two, rest] = await linesOf(server, goal?.text)
    expect(head).toMatch(/^\ufeffFlow,Goal,Reached at,ID,/)
    expect(one).toMatch(new RegExp(`^Drawn,Paid,2026-03-10T12:01:00.000Z,${ada},`))
    expect([two?.startsWith('Drawn,Paid,2026-03-10T12:00:00.000Z'), rest]).toEqual([true, ''])
    expect((await client.call('exportFlowPeopleEvents', { query })).jobId).not.toBe(first.jobId)
  })

  test('goes on behind the place it came to', async () => {
    const { world, go, flowId } = await openGoal()
    const ids: number[] = []
    for (let one = 0; one < 5; one++) ids.push(await world.person())
    await go(...ids)
    const wanted = { type: 'entered', flowIds: [flowId], from: '2026-03-10T00:00:00Z', to: '2026-03-11T00:00:00Z' }
    const seen: number[] = []
    let place = ''
    do {
      const page = await world.system((tx) => flowPeopleExport.next(tx, world.accountId, wanted, place, 2))
      seen.push(...page.rows.map(({ personId }) => personId))
      place = page.place
    } while (place)
    expect(seen).toEqual(ids.toReversed())
  })

  test('does nothing without a flow, and needs an address', async () => {
    const { world, server, client, flowId } = await openGoal()
    expect(await client.call('exportFlowPeopleEvents', { query: {} })).toEqual({
      message: 'No flows selected',
      email: null,
      jobId: null,
    })
    const other = server.as(await house.newAccount())
    expect((await other.call('exportFlowPeopleEvents', { query: { flowIds: [flowId] } })).jobId).toBeNull()
    const bad = await client.send('exportFlowPeopleEvents', { query: { flowIds: [flowId], notifyEmail: 'nowhere' } })
    expect(bad.status).toBe(422)
    await world.system((tx) => tx.run(`update accounts set email = '' where id = $1`, [world.accountId]))
    const key = server.as({ accountId: world.accountId, memberId: 0, isOwner: true, via: 'api-key' })
    const none = await key.send('exportFlowPeopleEvents', { query: { flowIds: [flowId] } })
    expect([none.status, none.body]).toMatchObject([
      422,
      { error: { message: "Can't send exported people, since you have no email set." } },
    ])
  })
})
