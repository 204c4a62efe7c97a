import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { openFlowWorld } from '../../testing/index.ts'

const scene = async (mapping: object = { email: 'customer.email' }, isOn = true) => {
  const house = await testHouse()
  const world = await openFlowWorld(house)
  const { flowId, ids } = await world.draw(
    { start: ['/webhook-received', { mapping }], tag: ['/add-tag', { tag: 'heard' }] },
    [['start', 'tag']],
  )
  if (isOn) await world.switchOn(flowId)
  const read = () => world.client.call('getStepHook', { params: { id: ids.start! } })
  const { address } = await read()
  const deliver = (body: unknown, headers: Record<string, string> = {}, to = address) =>
    world.server.fastify.inject({
      method: 'POST',
      url: new URL(to).pathname,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const entered = async () => {
    await world.takeChanges()
    return world.rows<{ email: string; entry: string }>(
      `select p.email, r.entry_key as entry from flow_runs r join people p on p.account_id = $1 and p.id = r.person_id
       where r.account_id = $1 order by r.id`,
    )
  }
  return { ...world, flowId, stepId: ids.start!, address, read, deliver, entered }
}

const ANN = { customer: { email: 'ann@shop.example', name: 'Ann' }, order: { id: 7, items: [{ sku: 'a' }] } }

describe('a webhook received', () => {
  test('makes the person, fills their fields and lets them in', async () => {
    const mapping = {
      email: 'customer.email',
      fields: [
        { from: 'customer.name', field: 'name' },
        { from: 'order.items.0.sku', field: 'lastSku' },
        { from: 'order.nothing', field: 'plan' },
      ],
    }
    const { deliver, entered, rows, read } = await scene(mapping)
    const reply = await deliver(ANN)
    expect([reply.statusCode, reply.json()]).toEqual([202, { received: true }])
    expect(await entered()).toMatchObject([{ email: 'ann@shop.example' }])
    const [person] = await rows<{ fields: object }>('select fields from people where account_id = $1')
    expect(person!.fields).toMatchObject({ name: 'Ann', lastSku: 'a' })
    const hook = await read()
    expect(hook).toMatchObject({ received: 1, deliveries: [{ state: 'taken', person: { email: 'ann@shop.example' } }] })
    expect(hook.paths.map(({ path }) => path)).toContain('order.items.0.sku')
  })

  test('finds the person who is there, by user id too', async () => {
    const { deliver, entered, rows } = await scene({ userId: 'id', email: 'email' })
    await deliver({ id: 'u1', email: 'ann@shop.example' })
    await deliver({ id: 'u1' })
    expect(await entered()).toHaveLength(2)
    expect(await rows('select id from people where account_id = $1')).toHaveLength(1)
  })

  test('takes a delivery once, by the key of its sender', async () => {
    const { deliver, entered, read } = await scene()
    for (const name of ['idempotency-key', 'webhook-id', 'x-github-delivery']) {
      const headers = { [name]: `${name} 1` }
      expect((await deliver(ANN, headers)).json()).toEqual({ received: true })
      expect((await deliver(ANN, headers)).json()).toEqual({ received: true, duplicate: true })
    }
    expect(await entered()).toHaveLength(3)
    expect((await read()).received).toBe(3)
  })

  test('makes one run per value of the key', async () => {
    const { deliver, entered } = await scene({ email: 'customer.email', key: 'order.id' })
    await deliver(ANN)
    await deliver(ANN)
    await deliver({ ...ANN, order: { id: 8 } })
    expect((await entered()).map(({ entry }) => entry)).toEqual(['key:7', 'key:8'])
  })

  test.each<[string, unknown, number, string]>([
    ['no JSON', '{"a":', 400, 'The body is not valid JSON.'],
    ['nothing', '', 400, 'The body is not valid JSON.'],
    ['a text', '"x"', 202, 'The body is not an object or a list.'],
    ['nobody', { customer: {} }, 202, 'Nobody stands at customer.email.'],
    ['no address', { customer: { email: { a: 1 } } }, 202, 'Nobody stands at customer.email.'],
    ['a prototype', '{"customer":{"__proto__":{"email":"a@b.example"}}}', 202, 'Nobody stands at customer.email.'],
  ])('keeps %s as refused, with the reason', async (_what, body, status, why) => {
    const { deliver, entered, read } = await scene()
    expect((await deliver(body)).statusCode).toBe(status)
    expect(await entered()).toEqual([])
    expect((await read()).deliveries).toMatchObject([
      { state: 'refused', why, person: null, isReadable: status !== 400 },
    ])
  })

  test('takes forms, and NUL does no harm', async () => {
    const { deliver, entered } = await scene({ email: 'email' })
    await deliver('email=form%40shop.example&x=1', { 'content-type': 'application/x-www-form-urlencoded' })
    await deliver('{"email":"nul@shop.example","a\\u0000":"\\u0000"}')
    expect((await entered()).map(({ email }) => email)).toEqual(['form@shop.example', 'nul@shop.example'])
  })

  test('refuses what is too large', async () => {
    const { deliver } = await scene()
    expect((await deliver({ ...ANN, long: 'x'.repeat(256 * 1024) })).statusCode).toBe(413)
  })

  test('keeps what comes while the flow is off, and takes it when it is delivered again', async () => {
    const { deliver, entered, read, client, stepId, flowId, switchOn, rows } = await scene(undefined, false)
    expect((await deliver(ANN)).statusCode).toBe(202)
    expect(await rows('select id from people where account_id = $1')).toEqual([])
    const [delivery] = (await read()).deliveries
    expect(delivery).toMatchObject({ state: 'kept', why: 'The flow was off.' })
    const replay = () => client.send('replayStepDelivery', { params: { id: stepId, deliveryId: delivery!.id } })
    expect((await replay()).status).toBe(422)
    await switchOn(flowId)
    expect((await replay()).body).toMatchObject({ delivery: { state: 'taken', person: { email: 'ann@shop.example' } } })
    expect(await entered()).toHaveLength(1)
  })

  test('gives the last delivery as its sample, to those who may see people', async () => {
    const { deliver, client, stepId, server, accountId } = await scene()
    const read = async (refresh: string, by = client) =>
      (await by.call('getStep', { params: { id: stepId }, query: { refresh } })).step.outputFields
    expect(await read('true')).toEqual({ schema: {}, values: {} })
    await deliver(ANN)
    expect((await read('false')).values).toEqual(ANN)
    await deliver({ customer: { email: 'ben@shop.example' } })
    expect((await read('false')).values).toEqual(ANN)
    const fresh = await read('true')
    expect(fresh.values).toEqual({ customer: { email: 'ben@shop.example' } })
    expect(fresh.schema).toMatchObject({ properties: { customer: { properties: { email: { type: 'string' } } } } })
    const planner = server.as({ accountId, isOwner: false, scopes: ['flows:read', 'emails:read'] })
    expect((await read('false', planner)).values).toEqual({})
  })

  test.each([
    [[{ from: 'a', field: 'lastSeenAt' }], 'Nothing can be kept in lastSeenAt: Millrace fills it itself.'],
    [
      [
        { from: 'a', field: 'plan' },
        { from: 'b', field: 'plan' },
      ],
      'Two parts are kept in plan. Keep one of them elsewhere.',
    ],
  ])('cannot be switched on while %j', async (fields, message) => {
    const { client, flowId } = await scene({ email: 'email', fields }, false)
    const { problems } = await client.call('getFlowProblems', { params: { id: flowId } })
    expect(problems.map((problem) => problem.message)).toEqual([message])
  })

  test('an address that was replaced, forged or of a deleted step hears nothing', async () => {
    const { deliver, client, stepId, address, read, entered } = await scene()
    const { address: next } = await client.call('rotateStepHook', { params: { id: stepId } })
    expect(next).not.toBe(address)
    expect((await deliver(ANN)).statusCode).toBe(410)
    expect((await deliver(ANN, {}, next)).statusCode).toBe(202)
    expect((await deliver(ANN, {}, `${next.slice(0, -1)}${next.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(404)
    expect((await deliver(ANN, {}, next.replace(/-\d+-/, '-99-'))).statusCode).toBe(404)
    expect((await read()).received).toBe(1)
    await client.call('deleteStep', { params: { id: stepId } })
    expect((await deliver(ANN, {}, next)).statusCode).toBe(404)
    expect(await entered()).toHaveLength(0)
  })

  test('is read by those who may, in its own account', async () => {
    const { server, account, stepId } = await scene()
    const house = await testHouse()
    const other = await house.newAccount()
    const input = { params: { id: stepId } }
    const statuses = []
    for (const name of ['getStepHook', 'rotateStepHook'] as const) {
      statuses.push((await server.as(other).send(name, input)).status)
      const reader = { accountId: account.accountId, isOwner: false, scopes: ['flows:read'] as const }
      statuses.push((await server.as(reader).send(name, input)).status)
      statuses.push((await server.nobody.send(name, input)).status)
    }
    expect(statuses).toEqual([404, 403, 401, 404, 403, 401])
    const replay = { params: { id: stepId, deliveryId: 1 } }
    expect((await server.as(other).send('replayStepDelivery', replay)).status).toBe(404)
  })
})
