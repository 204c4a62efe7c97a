import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld, openOtherAccount } from '../../testing/index.ts'

const group = (...conditions: object[]) => ({ type: 'group', operator: 'and', conditions })
const inSegment = (value: number) => ({ type: 'segment', value, condition: 'in' })
const clicked = (emailId: number) => ({
  type: 'event',
  condition: 'has',
  systemConditions: group({ type: 'field', field: 'data.emailId', condition: 'is', value: emailId }),
})

const segment = async ({ rows, house }: FlowWorld, name: string, conditions: object, accountId?: number) => {
  const [row] = await rows<{ id: number }>(
    `insert into segments (account_id, name, conditions, created_at, updated_at)
     values (coalesce($5::int, $1), $2, $3, $4, $4) returning id`,
    [name, JSON.stringify(conditions), house.clock.now(), accountId ?? null],
  )
  return row!.id
}

const openTwo = async () => {
  const world = await openFlowWorld(await testHouse())
  const { other, join } = await openOtherAccount(world)
  const client = world.server.as({ ...world.account, via: 'session' })
  const there = world.server.as(other)
  return { ...world, client, other, there, join }
}

describe('a copy within the account', () => {
  test('uses the same mails and segments; its own goals become its own', async () => {
    const world = await openTwo()
    await world.email(601)
    const segmentId = await segment(world, 'Kept', group({ type: 'tag', value: 'a', condition: 'has' }))
    const { flowId, ids } = await world.draw(
      { start: ['/event', { eventName: 'A' }], mail: ['/send', { emailId: 601 }], goal: ['/goal', { name: 'Done' }] },
      [
        ['start', 'mail'],
        ['mail', 'goal'],
      ],
    )
    const reached = { type: 'goal', value: ids.goal, condition: 'in' }
    const values = { conditions: group(reached, inSegment(segmentId)) }
    await world.client.call('createStep', {
      body: { integrationId: flowId, operationKey: '/condition', inputFields: { values } },
    })
    await world.client.call('createDecoration', {
      body: { integrationId: flowId, type: 'note', text: 'Mind this', coordinates: { x: 1, y: 2 } } as never,
    })
    const { integration, copied } = await world.client.call('createFlow', { query: { source: flowId } })
    expect(integration).toMatchObject({ name: 'Drawn (copy)', status: 'deactivated-user', links: [{}, {}] })
    expect(integration.decorations).toMatchObject([{ text: 'Mind this', coordinates: { x: 1, y: 2 } }])
    expect(copied).toEqual({ emails: [], segments: [], fields: [], tags: [], dropped: [] })
    const steps = Object.values(integration.steps)
    const goal = steps.find(({ operationKey }) => operationKey === '/goal')
    expect(goal?.id).not.toBe(ids.goal)
    expect(steps.find(({ operationKey }) => operationKey === '/send')?.inputFields.values).toEqual({ emailId: 601 })
    expect(steps.find(({ operationKey }) => operationKey === '/condition')?.inputFields.values).toEqual({
      conditions: group({ ...reached, value: goal?.id }, inSegment(segmentId)),
    })
    const named = await world.client.call('createFlow', { query: { source: flowId }, body: { name: 'Other' } })
    expect(named.integration.name).toBe('Other')
    expect((await world.client.send('createFlow', { query: { source: 999_999 } })).status).toBe(404)
  })
})

describe('a copy into another account', () => {
  const drawLoaded = async (world: Awaited<ReturnType<typeof openTwo>>) => {
    await world.email(701)
    await world.email(702)
    const inner = await segment(world, 'Inner', group({ type: 'tag', value: 'beta', condition: 'has' }, clicked(702)))
    const outer = await segment(
      world,
      'Outer',
      group(inSegment(inner), { type: 'field', field: 'seats', condition: 'is', value: 3 }),
    )
    await world.rows(
      `insert into person_fields (account_id, name, title, type, display_type, created_by, created_at)
       values ($1, 'seats', 'Seats', 'number', 'number', 'user', $2)`,
      [world.house.clock.now()],
    )
    return world.draw(
      {
        start: ['/segment-trigger', { segmentId: outer, change: 'entered' }],
        tag: ['/add-tag', { tag: 'Invited' }],
        mail: ['/send', { emailId: 701 }],
      },
      [
        ['start', 'tag'],
        ['tag', 'mail'],
      ],
      { canEnterOnce: true },
    )
  }

  test('takes mails, nested segments, fields and tags along, with their ids told anew', async () => {
    const world = await openTwo()
    await world.join(null)
    const { flowId } = await drawLoaded(world)
    const query = { source: flowId, 'target-account': world.other.accountId }
    const { integration, copied } = await world.client.call('createFlow', { query })
    expect(copied).toMatchObject({
      emails: [{ name: 'Email 701' }, { name: 'Email 702' }],
      segments: [{ name: 'Inner' }, { name: 'Outer' }],
      fields: [{ name: 'seats', title: 'Seats' }],
      tags: ['Invited', 'beta'],
      dropped: [],
    })
    expect(integration.data.canEnterOnce).toBe(true)
    const [mail, second] = copied!.emails.map(({ id }) => id)
    const [inner, outer] = copied!.segments.map(({ id }) => id)
    const values = Object.values(integration.steps).map(({ inputFields }) => inputFields.values)
    expect(values).toEqual([{ segmentId: outer, change: 'entered' }, { tag: 'Invited' }, { emailId: mail }])
    const { segments } = await world.there.call('getFlowSegments', { params: { id: integration.id }, query: {} })
    expect(segments.map(({ id }) => id)).toEqual([inner, outer])
    expect(segments[0]?.conditions.conditions[1]).toEqual(clicked(second!))
    expect(segments[1]?.conditions.conditions[0]).toEqual(inSegment(inner!))
    const attached = await world.there.call('getFlowAttached', { params: { id: integration.id }, query: {} })
    expect(attached).toMatchObject({ emails: [{ id: mail }], segments: [{ id: outer }], tags: ['Invited'] })
  })

  test('uses what is there and means the same, and leaves namesakes alone', async () => {
    const world = await openTwo()
    await world.join(null)
    const { flowId } = await drawLoaded(world)
    const query = { source: flowId, 'target-account': world.other.accountId }
    const first = await world.client.call('createFlow', { query })
    const again = await world.client.call('createFlow', { query })
    expect(again.integration.name).toBe('Drawn (copy)')
    expect(again.copied).toEqual({ emails: [], segments: [], fields: [], tags: [], dropped: [] })
    await world.system((tx) =>
      tx.run('update email_versions set subject = $3 where account_id = $1 and email_id = $2', [
        world.other.accountId,
        first.copied!.emails[0]!.id,
        'Rewritten there',
      ]),
    )
    const third = await world.client.call('createFlow', { query })
    expect(third.copied?.emails).toMatchObject([{ name: 'Email 701 (copy)' }])
    const kept = await world.system((tx) =>
      tx.rows('select subject from email_versions where account_id = $1 and email_id = $2', [
        world.other.accountId,
        first.copied!.emails[0]!.id,
      ]),
    )
    expect(kept).toEqual([{ subject: 'Rewritten there' }])
  })

  test('leaves out what cannot be said there, says so, and lets it be chosen anew', async () => {
    const world = await openTwo()
    await world.join(null)
    const foreign = { type: 'goal', value: 4_000_000, condition: 'in' }
    const odd = await segment(world, 'Reached elsewhere', group(foreign))
    const { flowId } = await world.draw(
      {
        start: ['/segment-trigger', { segmentId: odd, change: 'entered' }],
        filter: ['/condition', { conditions: group(foreign, { type: 'tag', value: 'x', condition: 'has' }) }],
      },
      [['start', 'filter']],
    )
    const query = { source: flowId, 'target-account': world.other.accountId }
    const { integration, copied } = await world.client.call('createFlow', { query })
    const values = Object.values(integration.steps).map(({ inputFields }) => inputFields.values)
    expect(values).toEqual([{ change: 'entered' }, {}])
    expect(Object.values(integration.steps).every(({ data }) => data.editor.mustConfig.configStep)).toBe(true)
    expect(copied?.segments).toEqual([])
    expect(copied?.dropped).toEqual([
      'The segment “Reached elsewhere” is about things that are not in this account.',
      expect.stringContaining('choose it anew'),
      expect.stringContaining('choose it anew'),
    ])
  })

  test('needs a membership there that may make all of it', async () => {
    const world = await openTwo()
    const { flowId } = await drawLoaded(world)
    const query = { source: flowId, 'target-account': world.other.accountId }
    expect((await world.client.send('createFlow', { query })).status).toBe(404)
    await world.join(['flows:read', 'flows:write', 'emails:read'])
    expect((await world.client.send('createFlow', { query })).status).toBe(403)
    expect((await world.there.call('listFlows', { query: {} })).integrations).toEqual([])
    const byKey = world.server.as({ ...world.account, via: 'api-key' })
    expect((await byKey.send('createFlow', { query })).status).toBe(404)
  })
})

describe('a flow in the list', () => {
  test('has a colour, and leaves all lists when it is deleted', async () => {
    const { client, draw, switchOn } = await openTwo()
    const { flowId } = await draw({ start: ['/event', { eventName: 'A' }], tag: ['/add-tag', { tag: 'x' }] }, [
      ['start', 'tag'],
    ])
    const params = { id: flowId }
    expect((await client.call('updateFlow', { params, body: { color: '#22a86c' } })).integration.color).toBe('#22a86c')
    expect((await client.call('listFlows', { query: {} })).integrations).toMatchObject([{ color: '#22a86c' }])
    expect((await client.send('updateFlow', { params, body: { color: 'green' } })).status).toBe(400)
    expect((await client.call('updateFlow', { params, body: { color: null } })).integration.color).toBeNull()
    await switchOn(flowId)
    const { integration } = await client.call('updateFlow', { params, body: { deleted: true } })
    expect(integration).toMatchObject({ archived: true, status: 'deactivated-user' })
    for (const archived of ['true', 'false'] as const) {
      const { integrations, counts } = await client.call('listFlows', { query: { archived } })
      expect({ integrations, counts }).toEqual({ integrations: [], counts: { current: 0, archived: 0 } })
    }
    expect((await client.call('listFlowNames', {})).integrations).toEqual([])
    expect((await client.send('getFlow', { params, query: {} })).status).toBe(404)
    expect((await client.send('updateFlow', { params, body: { archived: false } })).status).toBe(404)
  })
})
