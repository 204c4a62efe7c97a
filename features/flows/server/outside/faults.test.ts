import { type Outgoing, openOutgoing } from '@millrace/kit/server'
import { testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Behaviour, openFlowWorld, openWebhookReceiver } from '../../testing/index.ts'
import { advanceFlow } from '../engine/advance.ts'
import { Calls } from './calls.ts'

const PEOPLE = 40
const TIMEOUT_MS = 250
const HOUR = 3_600_000

beforeAll(async () => {
  await testHouse({ OUTGOING_ALLOW: '127.0.0.1' })
}, 30_000)

/** Says the same numbers in every run, so that what fails once fails again. */
const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

/** A receiver that looks at the key: what it was told before it does not do again. */
const openShop = async () => {
  const done = new Map<string, string[]>()
  const apply: Behaviour = ({ headers, body }) => {
    const key = String(headers['idempotency-key'])
    const { email } = JSON.parse(body) as { email: string }
    const keys = done.get(email) ?? []
    if (!keys.includes(key)) done.set(email, [...keys, key])
  }
  const receiver = await openWebhookReceiver()
  onTestFinished(() => receiver.close())
  const answers: Record<string, Behaviour> = {
    well: (heard, response) => {
      apply(heard, response)
      response.end('{"ok":true}')
    },
    slowly: (heard, response) => {
      apply(heard, response)
      setTimeout(() => response.end('{"ok":true}'), TIMEOUT_MS / 5)
    },
    // It has done what it was asked, and nobody hears of that.
    'done, then silence': apply,
    'done, then drops the line': (heard, response) => {
      apply(heard, response)
      response.destroy()
    },
    'drops the line': (_heard, response) => void response.destroy(),
    'out of order': (_heard, response) => void response.writeHead(503).end(),
  }
  return { ...receiver, done, does: (how: string) => answers[how]! }
}

/** Makes calls as a worker does that is killed before it can write what came of them. */
const dying = (outgoing: Outgoing) => {
  const under: Promise<unknown>[] = []
  const send: Outgoing['send'] = (request) => {
    under.push(outgoing.send(request).catch(() => {}))
    return new Promise(() => {})
  }
  return { outgoing: { ...outgoing, send } as Outgoing, ended: () => Promise.all(under) }
}

/** Two flows: one calls a shop that misbehaves, one calls a shop that is well. */
const scene = async () => {
  const house = await testHouse()
  const world = await openFlowWorld(house)
  const [bad, good] = [await openShop(), await openShop()]
  good.behave(good.does('well'))
  const flowTo = async (eventName: string, url: string) => {
    const body = '{"email": {{ person.email | json }}}'
    const { flowId } = await world.draw(
      { start: ['/event', { eventName }], hook: ['/webhook', { method: 'POST', url, body }] },
      [['start', 'hook']],
    )
    await world.switchOn(flowId)
    return flowId
  }
  const flows = [await flowTo('Bought', `${bad.url}/buy`), await flowTo('Left', `${good.url}/left`)]
  const outgoing = openOutgoing({ allow: '127.0.0.1' })
  const move = async () => {
    for (const flowId of flows) await advanceFlow(world.engine, world.accountId, flowId)
  }
  const come = async (name: string, count: number) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      ids.push(await world.person())
      await world.event(ids[n]!, name)
    }
    await world.takeChanges()
    return ids
  }
  return {
    ...world,
    bad,
    good,
    come,
    /** A worker that lives through its calls. */
    lives: async () => {
      const calls = new Calls(house, outgoing, TIMEOUT_MS)
      await calls.work(new Set([0]))
      await calls.idle()
      await move()
    },
    /** A worker that is killed while it calls. */
    dies: async () => {
      const { outgoing: cut, ended } = dying(outgoing)
      await new Calls(house, cut, TIMEOUT_MS).work(new Set([0]))
      await ended()
    },
    open: async () => {
      const sql = 'select count(*)::int as open from flow_runs where account_id = $1 and state < 3'
      return (await world.rows<{ open: number }>(sql))[0]!.open
    },
    isRefusing: async () => {
      const sql = 'select 1 as open from call_hosts where account_id = $1 and host = $2 and opened_at is not null'
      return (await world.rows(sql, [bad.host])).length > 0
    },
  }
}

test('whatever a receiver and the workers do, everybody is called, done once, and nobody else is held up', async () => {
  const { bad, good, come, lives, dies, open, isRefusing, house, rows } = await scene()
  const random = dice(7)
  bad.behave(bad.does('drops the line'))
  await come('Bought', PEOPLE)

  // Dead: ten failures after each other, and then one call at a time. Others are called in the same turn.
  for (let turn = 0; turn < 4 && !(await isRefusing()); turn++) await lives()
  expect(await isRefusing()).toBe(true)
  const heard = bad.heard.length
  expect(heard).toBeLessThan(PEOPLE)
  await come('Left', 5)
  await lives()
  expect(good.done.size).toBe(5)
  expect(bad.heard.length).toBe(heard)
  house.clock.advance(20 * 60_000)
  await lives()
  expect(bad.heard.length).toBe(heard + 1)

  // Odd: anything may happen to a call, and every other worker is killed.
  const ways = ['well', 'slowly', 'done, then silence', 'done, then drops the line', 'out of order', 'well', 'well']
  bad.behave((one, response) => bad.does(ways[Math.floor(random() * ways.length)]!)(one, response))
  for (let turn = 0; turn < 12; turn++) {
    house.clock.advance(11 * 60_000)
    await (turn % 2 ? dies() : lives())
  }

  // Well again: what is left is done, the circuit closes.
  bad.behave(bad.does('well'))
  for (let turn = 0; turn < 40 && (await open()); turn++) {
    house.clock.advance(HOUR / 2)
    await lives()
  }
  const ends = await rows('select state, error from flow_runs where account_id = $1 and state <> 4')
  expect(ends).toEqual([])
  expect(await isRefusing()).toBe(false)
  expect(bad.done.size).toBe(PEOPLE)
  // A key is a stay of a person: however often they were called, it was the same one.
  expect([...bad.done.values()].filter((keys) => keys.length !== 1)).toEqual([])
  expect(bad.heard.length).toBeGreaterThan(PEOPLE)
  expect(good.heard.length).toBe(5)
}, 60_000)
