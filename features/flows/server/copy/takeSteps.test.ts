import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { openFlowWorld, openOtherAccount } from '../../testing/index.ts'

const openTwo = async () => {
  const world = await openFlowWorld(await testHouse())
  const { house, account, rows } = world
  const { other, join } = await openOtherAccount(world)
  const [segment] = await rows<{ id: number }>(
    `insert into segments (account_id, name, conditions, created_at, updated_at)
     values ($1, 'Beta', '{"type":"group","operator":"and","conditions":[{"type":"tag","value":"beta","condition":"has"}]}', $2, $2)
     returning id`,
    [house.clock.now()],
  )
  await world.email(701)
  // The same member, in the account where the steps are pasted.
  const there = world.server.as({ ...account, accountId: other.accountId, via: 'session' })
  const { integration } = await world.server.as(other).call('createFlow', { query: {}, body: { name: 'There' } })
  const foreign = {
    accountId: account.accountId,
    steps: [
      { key: 'mail', serviceId: 'millrace', operationKey: '/send', values: { emailId: 701, onlyOnce: true } },
      { key: 'in', serviceId: 'millrace', operationKey: '/segment', values: { segmentId: segment!.id } },
      { key: 'tag', serviceId: 'millrace', operationKey: '/add-tag', values: { tag: 'Welcomed' } },
      {
        key: 'hook',
        serviceId: 'millrace',
        operationKey: '/email-notification',
        values: { to: ['a@b.example'], subject: 'Hi' },
      },
      { key: 'odd', serviceId: 'nobody', operationKey: '/gone', values: { id: 5 } },
    ],
  }
  return { ...world, other, there, join, flowId: integration.id, foreign }
}

test('what steps of another account name is copied along for its member, and secrets are left out', async () => {
  const world = await openTwo()
  await world.join(null)
  const send = () => world.there.call('takeSteps', { params: { id: world.flowId }, body: world.foreign })
  const { steps, copied } = await send()
  const values = new Map(steps.map((step) => [step.key, step.values]))
  expect(copied.emails).toHaveLength(1)
  expect(copied.segments).toMatchObject([{ name: 'Beta' }])
  expect(copied.tags.toSorted()).toEqual(['Welcomed', 'beta'])
  expect(values.get('mail')).toEqual({ emailId: copied.emails[0]!.id, onlyOnce: true })
  expect(values.get('mail')?.emailId).not.toBe(701)
  expect(values.get('in')).toEqual({ segmentId: copied.segments[0]!.id })
  expect(values.get('tag')).toEqual({ tag: 'Welcomed' })
  expect(values.get('hook')).toEqual({ subject: 'Hi' })
  expect(values.get('odd')).toEqual({})
  // Pasted again, it uses what is there by now.
  const again = await send()
  expect(again.copied).toMatchObject({ segments: [], tags: [] })
  expect(again.steps.find(({ key }) => key === 'in')?.values).toEqual(values.get('in'))
})

test('ids of an account whose member one is not are left out, never read as ones of one’s own', async () => {
  const world = await openTwo()
  const stranger = world.server.as({ ...world.other, via: 'session' })
  const { steps, copied } = await stranger.call('takeSteps', { params: { id: world.flowId }, body: world.foreign })
  const values = new Map(steps.map((step) => [step.key, step.values]))
  expect(values.get('mail')).toEqual({ onlyOnce: true })
  expect(values.get('in')).toEqual({})
  expect(copied.emails).toEqual([])
  expect(copied.dropped).toHaveLength(3)
})

test('a flow of another account, no steps and missing permissions are refused', async () => {
  const world = await openTwo()
  await world.join(['flows:write'])
  const at = (id: number, body: object = world.foreign) =>
    world.there.send('takeSteps', { params: { id }, body: body as typeof world.foreign })
  const { flowId } = await world.draw({ start: ['/event', { eventName: 'A' }] }, [])
  expect((await at(flowId)).status).toBe(404)
  expect((await at(world.flowId, { accountId: 1, steps: [] })).status).toBe(400)
  const reader = world.server.as({
    ...world.account,
    accountId: world.other.accountId,
    isOwner: false,
    scopes: ['flows:read'],
    via: 'session',
  })
  expect((await reader.send('takeSteps', { params: { id: world.flowId }, body: world.foreign })).status).toBe(403)
})
