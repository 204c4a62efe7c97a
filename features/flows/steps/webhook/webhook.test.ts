import { createHmac } from 'node:crypto'
import { openOutgoing } from '@millrace/kit/server'
import { testHouse } from '@millrace/kit/testing'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { advanceFlow } from '../../server/engine/advance.ts'
import { Calls } from '../../server/outside/calls.ts'
import { type Behaviour, openFlowWorld, openWebhookReceiver } from '../../testing/index.ts'

const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (_heard, response) =>
    void response.writeHead(code, headers).end('{"id":"c_1","plan":{"name":"pro"}}')

/** A flow: event, webhook, tag. */
const scene = async (values: Record<string, unknown> = {}, timeoutMs = 2_000) => {
  const house = await testHouse()
  const world = await openFlowWorld(house)
  const receiver = await openWebhookReceiver(status(200))
  onTestFinished(() => receiver.close())
  const { flowId, ids } = await world.draw(
    {
      start: ['/event', { eventName: 'Signed up' }],
      hook: ['/webhook', { method: 'POST', url: `${receiver.url}/hook`, ...values }],
      tag: ['/add-tag', { tag: 'called' }],
    },
    [
      ['start', 'hook'],
      ['hook', 'tag'],
    ],
  )
  await world.switchOn(flowId)
  const newCalls = () => new Calls(house, openOutgoing({ allow: '127.0.0.1' }), timeoutMs)
  const calls = newCalls()
  const turn = async (by = calls) => {
    await by.work(new Set([0]))
    await by.idle()
  }
  return {
    ...world,
    receiver,
    flowId,
    hook: ids.hook!,
    newCalls,
    start: (by = calls) => by.work(new Set([0])),
    idle: () => calls.idle(),
    /** Makes the calls that are due, and moves whoever can go on. */
    turn: async (by = calls) => {
      await turn(by)
      await advanceFlow(world.engine, world.accountId, flowId)
    },
    signUp: async (personId: number) => {
      await world.event(personId, 'Signed up')
      await world.takeChanges()
    },
    callRows: () =>
      world.rows<{ state: number; attempts: number; status: number | null; error: string | null; due_at: Date | null }>(
        'select state, attempts, status, error, due_at from flow_calls where account_id = $1 order by id',
      ),
    states: () =>
      world.rows<{ state: number; error: string | null }>(
        'select state, error from flow_runs where account_id = $1 order by id',
      ),
  }
}

const ENDED = 4
const FAILED = 3
const HELD = 2

beforeAll(async () => {
  await testHouse({ OUTGOING_ALLOW: '127.0.0.1' })
}, 30_000)
beforeEach(async () => {
  const house = await testHouse()
  // Tests share the clock; each begins two days later than the one before.
  house.clock.advance(48 * 3_600_000)
})

describe('a webhook', () => {
  test('calls once for a person, keeps them until the answer is there, and lets them go on', async () => {
    const { receiver, person, signUp, turn, states, callRows } = await scene()
    await signUp(await person({ fields: { name: 'Ann' } }))
    expect(await states()).toEqual([{ state: HELD, error: null }])
    await turn()
    expect(receiver.heard).toHaveLength(1)
    expect(await states()).toEqual([{ state: ENDED, error: null }])
    expect(await callRows()).toMatchObject([{ state: 2, attempts: 1, status: 200 }])
    await turn()
    expect(receiver.heard).toHaveLength(1)
  })

  test('fills in address, headers and body, each escaped for its place', async () => {
    const { receiver } = await scene()
    const nasty = 'a/b?c=d&e "q" \\ \n{{ x }} é'
    const world = await scene({
      url: `${receiver.url}/p/{{ person.name }}?q={{ person.name }}`,
      headers: [
        { name: 'X-Name', value: '{{ person.name }}' },
        { name: 'X-Plain', value: 'yes' },
      ],
      body: '{"name": "{{ person.name }}", "age": {{ person.age }}, "all": {{ person.name | json }}, "none": {{ person.nothing | json }}}',
    })
    await world.signUp(await world.person({ fields: { name: nasty, age: 31 } }))
    await world.turn()
    const [heard] = receiver.heard
    const url = new URL(heard!.url, receiver.url)
    expect(url.pathname).toBe(`/p/${encodeURIComponent(nasty)}`)
    expect(url.searchParams.get('q')).toBe(nasty)
    expect(heard!.headers['x-name']).toBe('a/b?c=d&e "q" \\  {{ x }} %C3%A9')
    expect(heard!.headers['x-plain']).toBe('yes')
    expect(JSON.parse(heard!.body)).toEqual({ name: nasty, age: 31, all: nasty, none: null })
    expect(heard!.headers['content-type']).toBe('application/json')
  })

  test.each([
    ['{"age": {{ person.age }}}', /The body is not valid JSON/],
    ['{"name": "{{ person.name }}"', /The body is not valid JSON/],
  ])('with the body %s fails for the person, and calls nobody', async (body, message) => {
    const { person, signUp, turn, states, receiver } = await scene({ body })
    await signUp(await person())
    await turn()
    expect(receiver.heard).toEqual([])
    expect(await states()).toEqual([{ state: FAILED, error: expect.stringMatching(message) }])
  })

  test('keeps parts of the answer in fields, which steps after it can ask about', async () => {
    const mapOutput = [
      { from: 'plan.name', field: 'plan' },
      { from: 'seats', field: 'seatsThere' },
      { from: 'nothing', field: 'city' },
    ]
    const { receiver, person, signUp, turn, rows, client, hook } = await scene({ saveAs: 'answer', mapOutput })
    receiver.behave((_heard, response) => void response.end('{"plan":{"name":"pro"},"seats":3}'))
    const id = await person({ fields: { city: 'Bonn', plan: 'trial' } })
    await signUp(id)
    await turn()
    await turn()
    const [{ fields } = { fields: {} }] = await rows<{ fields: Record<string, unknown> }>(
      'select fields from people where account_id = $1 and id = $2',
      [id],
    )
    expect(fields).toMatchObject({ answer: '{"plan":{"name":"pro"},"seats":3}', plan: 'pro', seatsThere: 3 })
    expect(fields.city ?? null).toBeNull()
    const made = await rows<{ name: string; type: string; by: string | null }>(
      `select name, type, created_by as by from person_fields where account_id = $1 and name in ('answer', 'seatsThere') order by name`,
    )
    expect(made).toEqual([
      { name: 'answer', type: 'string', by: 'Webhook Integration' },
      { name: 'seatsThere', type: 'number', by: 'Webhook Integration' },
    ])
    const { step } = await client.call('getStep', { params: { id: hook }, query: { refresh: 'true' } })
    expect(step.outputFields.values).toEqual({ plan: { name: 'pro' }, seats: 3 })
    expect(step.preview).toMatch('keep the answer in answer and plan and seatsThere and city')
  })

  test('calls nobody in a dry run, which says whether it could', async () => {
    const { receiver, client, flowId, rows, hook, person } = await scene({ body: '{"score": {{ person.score }}}' })
    const tried = async (fields: Record<string, unknown>) => {
      const body = { personId: await person({ fields }) }
      const { verdict, stays } = await client.call('dryRunFlow', { params: { id: flowId }, body })
      return [verdict, stays.find(({ stepId }) => stepId === hook)?.error ?? null]
    }
    expect(await tried({ score: 31 })).toEqual(['They would come to the end of the flow.', null])
    expect((await tried({}))[1]).toMatch('The body is not valid JSON')
    expect([receiver.heard, await rows('select id from flow_calls where account_id = $1')]).toEqual([[], []])
  })

  test('is signed by Standard Webhooks and carries a key', async () => {
    const { receiver, person, signUp, turn, client, hook } = await scene({ body: '{"a":1}' })
    const { secret, origin } = await client.call('readStepSigningSecret', { params: { id: hook } })
    expect(origin).toBe(receiver.url)
    await signUp(await person())
    await turn()
    const { headers, body } = receiver.heard[0]!
    const signed = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
      .digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signed}`)
    expect(headers['idempotency-key']).toBe(headers['webhook-id'])
  })

  test.each([500, 502, 503, 408, 425, 429])('is tried again after %s, with the same key', async (code) => {
    const { receiver, person, signUp, turn, states, callRows, house } = await scene()
    receiver.behave(status(code))
    await signUp(await person())
    await turn()
    const [row] = await callRows()
    expect(row).toMatchObject({ state: 0, attempts: 1, status: code })
    const pause = row!.due_at!.getTime() - house.clock.now().getTime()
    expect(pause).toBeGreaterThanOrEqual(4_000)
    expect(pause).toBeLessThanOrEqual(6_000)
    await turn()
    expect(receiver.heard).toHaveLength(1)
    receiver.behave(status(200))
    house.clock.advance(6_000)
    await turn()
    expect(receiver.heard).toHaveLength(2)
    expect(new Set(receiver.heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect((await states())[0]?.state).toBe(ENDED)
  })

  test.each([400, 401, 403, 404, 422, 304])('fails at once after %s, and says so', async (code) => {
    const { receiver, person, signUp, turn, states } = await scene()
    receiver.behave(status(code))
    await signUp(await person())
    await turn()
    expect(await states()).toEqual([{ state: FAILED, error: `${receiver.host} answered ${code}.` }])
  })

  test('a retry of a failed person calls anew with the key of the stay', async () => {
    const { receiver, person, signUp, turn, states, client, hook } = await scene()
    receiver.behave(status(404))
    const id = await person()
    await signUp(id)
    await turn()
    receiver.behave(status(200))
    await client.call('retryStep', { params: { stepId: hook, objectId: id } })
    await turn()
    await turn()
    await turn()
    expect((await states())[0]?.state).toBe(ENDED)
    expect(new Set(receiver.heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('410 stops the step for those who come after, until it is saved anew', async () => {
    const { receiver, person, signUp, turn, states, client, hook, house } = await scene()
    receiver.behave(status(410))
    house.clock.advance(1_000)
    await signUp(await person())
    await turn()
    await signUp(await person())
    await turn()
    expect(receiver.heard).toHaveLength(1)
    expect((await states()).map(({ state }) => state)).toEqual([FAILED, HELD])
    expect((await client.call('listStepCalls', { params: { id: hook }, query: {} })).stopped).toMatch('answered 410')
    receiver.behave(status(200))
    house.clock.advance(1_000)
    await client.call('updateStep', {
      params: { id: hook },
      body: { inputFields: { values: { method: 'POST', url: `${receiver.url}/new` } } },
    })
    await turn()
    await turn()
    await turn()
    expect(receiver.heard.map(({ url }) => url)).toEqual(['/hook', '/new'])
  })

  test('rests as long as the receiver asks', async () => {
    const { receiver, person, signUp, turn, house } = await scene()
    receiver.behave(status(429, { 'retry-after': '120' }))
    await signUp(await person())
    await turn()
    await signUp(await person())
    house.clock.advance(60_000)
    await turn()
    expect(receiver.heard).toHaveLength(1)
    receiver.behave(status(200))
    house.clock.advance(61_000)
    await turn()
    await turn()
    expect(receiver.heard).toHaveLength(3)
  })

  test('a worker that dies in the middle leaves the call to another one, which repeats it with the same key', async () => {
    const { receiver, person, signUp, start, turn, newCalls, states, house } = await scene()
    const waiting: (() => void)[] = []
    receiver.behave((_heard, response) => void waiting.push(() => response.end('{}')))
    await signUp(await person())
    await start()
    await expect.poll(() => receiver.heard.length).toBe(1)
    const other = newCalls()
    await turn(other)
    expect(receiver.heard).toHaveLength(1)
    receiver.behave(status(200))
    house.clock.advance(60_000)
    await turn(other)
    expect(receiver.heard).toHaveLength(2)
    expect(new Set(receiver.heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect((await states())[0]?.state).toBe(ENDED)
    for (const answer of waiting) answer()
  })

  test('a receiver that hangs holds up nobody else', async () => {
    const slow = await scene({}, 1_500)
    const fast = await openWebhookReceiver()
    onTestFinished(() => fast.close())
    slow.receiver.behave(() => {})
    for (let n = 0; n < 20; n++) await slow.signUp(await slow.person())
    const other = await slow.draw(
      { start: ['/event', { eventName: 'Paid' }], hook: ['/webhook', { method: 'GET', url: `${fast.url}/ok` }] },
      [['start', 'hook']],
    )
    await slow.switchOn(other.flowId)
    const id = await slow.person()
    await slow.event(id, 'Paid')
    await slow.takeChanges()
    await slow.start()
    await expect.poll(() => fast.heard.length).toBe(1)
    expect(slow.receiver.heard.length).toBeLessThanOrEqual(8)
    await slow.idle()
  })

  test('a destination that does not answer is asked by one call at a time, and that is told', async () => {
    const { receiver, person, signUp, turn, client, hook, flowId, house } = await scene()
    receiver.behave(status(500))
    for (let n = 0; n < 12; n++) await signUp(await person())
    for (let n = 0; n < 3; n++) await turn()
    expect(receiver.heard.length).toBeGreaterThanOrEqual(10)
    const before = receiver.heard.length
    const { hosts } = await client.call('listStepCalls', { params: { id: hook }, query: {} })
    expect(hosts).toMatchObject([
      { isOpen: true, waiting: 12, notice: `${receiver.host} does not answer; 12 people wait.` },
    ])
    expect((await client.call('getFlowNotices', { params: { id: flowId } })).notices).toEqual([
      { stepId: hook, message: `${receiver.host} does not answer; 12 people wait.` },
    ])
    await turn()
    expect(receiver.heard).toHaveLength(before)
    house.clock.advance(3_600_000)
    await turn()
    expect(receiver.heard).toHaveLength(before + 1)
    receiver.behave(status(200))
    house.clock.advance(3_600_000)
    await turn()
    for (let n = 0; n < 3; n++) await turn()
    expect((await client.call('listStepCalls', { params: { id: hook }, query: {} })).hosts).toEqual([])
  })

  test('gives up after a day, and says why', async () => {
    const { receiver, person, signUp, turn, states, house } = await scene()
    receiver.behave(status(500))
    await signUp(await person())
    for (let n = 0; n < 16; n++) {
      await turn()
      house.clock.advance(7.3 * 3_600_000)
    }
    expect(await states()).toEqual([{ state: FAILED, error: `${receiver.host} answered 500.` }])
    expect(receiver.heard.length).toBeLessThan(8)
  })
})
