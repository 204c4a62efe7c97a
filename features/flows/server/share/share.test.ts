import { readShareToken, shareToken } from '@millrace/access/server'
import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld } from '../../testing/index.ts'

const READ = ['flows:read', 'emails:read'] as const
const TAGGED = { type: 'group', operator: 'and', conditions: [{ type: 'tag', value: 'trial', condition: 'has' }] }

const segmentIn = async ({ rows, house }: FlowWorld, name: string, conditions: object) => {
  const [row] = await rows<{ id: number }>(
    `insert into segments (account_id, name, conditions, created_at, updated_at) values ($1, $2, $3, $4, $4) returning id`,
    [name, JSON.stringify(conditions), house.clock.now()],
  )
  return row!.id
}

const openSharedWorld = async () => {
  const world = await openFlowWorld(await testHouse())
  const { client, house, server } = world
  await world.email(501)
  await world.email(502)
  const segmentId = await segmentIn(world, 'Trials', TAGGED)
  const { flowId, ids } = await world.draw(
    {
      start: ['/event', { eventName: 'Signed up' }],
      mail: ['/send', { emailId: 501, sendTo: 'theo@northwind.example' }],
      filter: ['/segment', { segmentId }],
    },
    [
      ['start', 'mail'],
      ['mail', 'filter'],
    ],
  )
  const { shareToken: token } = await client.call('getShareToken', { params: { id: flowId } })
  const share = readShareToken(house.keys, token, house.clock.now())!
  const stranger = server.as({ accountId: share.accountId, via: 'share', share: share.subject, scopes: READ })
  return { ...world, flowId, ids, token, share, stranger, segmentId }
}

describe('a shared flow', () => {
  test('is read by whoever holds its token, with what it uses', async () => {
    const { stranger, flowId, segmentId } = await openSharedWorld()
    const params = { id: flowId }
    const query = {}
    expect((await stranger.call('getFlow', { params, query })).integration).toMatchObject({ id: flowId, name: 'Drawn' })
    expect((await stranger.call('getFlowEmails', { params, query })).emails).toEqual([{ id: 501, name: 'Email 501' }])
    expect((await stranger.call('getFlowSegments', { params, query })).segments).toEqual([
      { id: segmentId, name: 'Trials', color: null, conditions: TAGGED },
    ])
    expect(await stranger.call('getFlowAttached', { params, query })).toMatchObject({ fields: [], tags: [] })
    const { email } = await stranger.call('previewFlowEmail', { params: { id: flowId, emailId: 501 }, query })
    expect(email).toMatchObject({ id: 501, name: 'Email 501' })
    const other = await stranger.send('previewFlowEmail', { params: { id: flowId, emailId: 502 }, query })
    expect(other.status).toBe(404)
  })

  test('says nothing of people, members and addresses', async () => {
    const { stranger, flowId, ids, client, system, accountId, house } = await openSharedWorld()
    await system((tx) =>
      tx.run(
        `insert into flow_step_counts (account_id, step_id, flow_id, entered, queued, failed) values ($1, $2, $3, 7, 3, 1)`,
        [accountId, ids.mail, flowId],
      ),
    )
    const params = { id: flowId }
    const own = (await client.call('getFlow', { params, query: {} })).integration
    expect(own.steps[ids.mail!]).toMatchObject({
      data: { peopleCounts: { entered: 7 } },
      inputFields: { values: { sendTo: 'theo@northwind.example' } },
    })
    expect(own.updatedBy?.name).toBe('Olive Owner')
    const seen = (await stranger.call('getFlow', { params, query: {} })).integration
    expect(JSON.stringify(seen)).not.toMatch(/theo|Olive|northwind/)
    expect(seen.steps[ids.mail!]?.data).toMatchObject({ peopleCounts: { entered: 0, queued: 0 }, failed: 0 })
    expect(house.clock.now()).toBeInstanceOf(Date)
  })

  test('opens no other flow, and nothing that is no flow', async () => {
    const { stranger, flowId, server, accountId, draw, house } = await openSharedWorld()
    const { flowId: other } = await draw({ start: ['/event', { eventName: 'A' }] }, [])
    for (const call of ['getFlow', 'getFlowEmails', 'getFlowSegments', 'getFlowAttached'] as const) {
      expect((await stranger.send(call, { params: { id: other }, query: {} })).status).toBe(404)
    }
    const wrong = ['flow:x:0', `form:${flowId}:0`, `flow:${flowId}`, `flow:${flowId}:9`]
    for (const share of wrong) {
      const caller = server.as({ accountId, via: 'share', share, scopes: READ })
      expect((await caller.send('getFlow', { params: { id: flowId }, query: {} })).status).toBe(404)
    }
    const elsewhere = await house.newAccount({})
    const thief = server.as({ accountId: elsewhere.accountId, via: 'share', share: `flow:${flowId}:0`, scopes: READ })
    expect((await thief.send('getFlow', { params: { id: flowId }, query: {} })).status).toBe(404)
  })

  test('is closed to former tokens once sharing was ended, and to all once it is deleted', async () => {
    const { stranger, flowId, client, server, house, token } = await openSharedWorld()
    const params = { id: flowId }
    await client.call('revokeShareTokens', { params })
    const over = await stranger.send('getFlow', { params, query: {} })
    expect(over).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('does not work any more') } },
    })
    expect((await client.send('createFlow', { query: { 'read-only-auth': token } })).status).toBe(404)
    const { shareToken: next } = await client.call('getShareToken', { params })
    const { accountId, subject } = readShareToken(house.keys, next, house.clock.now())!
    const again = server.as({ accountId, via: 'share', share: subject, scopes: READ })
    expect((await again.send('getFlow', { params, query: {} })).status).toBe(200)
    await client.call('updateFlow', { params, body: { deleted: true } })
    expect((await again.send('getFlow', { params, query: {} })).status).toBe(404)
    expect((await client.send('getShareToken', { params })).status).toBe(404)
    expect((await client.send('revokeShareTokens', { params })).status).toBe(404)
  })

  test('is shared by its editors alone', async () => {
    const { server, flowId, accountId, house } = await openSharedWorld()
    const reader = server.as({ accountId, memberId: 1, isOwner: false, scopes: READ })
    expect((await reader.send('getShareToken', { params: { id: flowId } })).status).toBe(403)
    expect((await reader.send('revokeShareTokens', { params: { id: flowId } })).status).toBe(403)
    const stranger = server.as(await house.newAccount({}))
    expect((await stranger.send('getShareToken', { params: { id: flowId } })).status).toBe(404)
    expect((await stranger.send('revokeShareTokens', { params: { id: flowId } })).status).toBe(404)
  })

  test('is copied by whoever holds its token: without addresses, from their own sender', async () => {
    const { server, house, flowId, token } = await openSharedWorld()
    const target = await house.newAccount({ email: 'tess@target.example' })
    const client = server.as({ ...target, via: 'session' })
    const { integration, copied } = await client.call('createFlow', {
      query: { source: flowId, 'read-only-auth': token },
    })
    expect(integration.name).toBe('Drawn')
    expect(copied).toMatchObject({
      emails: [{ name: 'Email 501' }],
      segments: [{ name: 'Trials' }],
      tags: ['trial'],
      dropped: [],
    })
    const values = Object.values(integration.steps).map(({ inputFields }) => inputFields.values)
    expect(values).toEqual([
      { eventName: 'Signed up' },
      { emailId: copied?.emails[0]?.id },
      { segmentId: copied?.segments[0]?.id },
    ])
    const rows = await house.db.system((tx) =>
      tx.rows('select from_email from email_versions where account_id = $1', [target.accountId]),
    )
    expect(rows).toEqual([{ from_email: 'tess@target.example' }])
  })

  test('is not copied by forged tokens or those of another flow', async () => {
    const { server, house, flowId, token, accountId } = await openSharedWorld()
    const client = server.as({ ...(await house.newAccount({})), via: 'session' })
    const send = (query: object) => client.send('createFlow', { query })
    expect((await send({ 'read-only-auth': `${token}x` })).status).toBe(404)
    expect((await send({ 'read-only-auth': 'nonsense' })).status).toBe(404)
    expect((await send({ 'read-only-auth': token, source: flowId + 1 })).status).toBe(404)
    const form = shareToken(house.keys, { accountId, subject: `form:${flowId}:0` })
    expect((await send({ 'read-only-auth': form })).status).toBe(404)
    expect((await send({ source: flowId })).status).toBe(404)
  })
})
