import { beforeAll, expect, test } from 'vitest'
import type { Condition, ConditionGroup } from '../../contract/index.ts'
import { did } from '../../testing/conditions.ts'
import { openWorld, type World } from '../../testing/openWorld.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { countPeople } from './countPeople.ts'
import { amongFew } from './fewPeople.ts'
import { firstPeople } from './firstPeople.ts'
import { whereTheyLie } from './walk.ts'

const HOW_MANY = 700
const DAY_MS = 86_400_000

let world: World
let ids: number[]
/** Newest first. */
const newest = (...places: number[]) => places.sort((a, b) => b - a).map((place) => ids[place] as number)

beforeAll(async () => {
  world = await openWorld()
  const now = world.house.clock.now().getTime()
  ids = await world.add(
    ...Array.from({ length: HOW_MANY }, (_, place) => ({
      email: `${place === 20 || place === 33 ? 'rarely' : 'often'}${place}@acme.example`,
      fields: { plan: place % 2 ? 'pro' : 'trial' },
      at: new Date(now - (HOW_MANY - place) * 1000),
    })),
  )
  const open = async (place: number, times: number, props: Record<string, unknown> = {}) => {
    for (let time = 0; time < times; time++)
      await world.did(ids[place] as number, 'Email opened', new Date(now - time * DAY_MS), props, 'email')
  }
  await open(5, 3)
  await open(6, 2)
  await open(6, 2, { isBot: true })
  await open(8, 3, { isBot: false })
  await open(9, 3, { isBot: true })
  await open(40, 4)
  await open(40, 1, { isBot: true })
})

const all = (...conditions: Condition[]): ConditionGroup => ({ type: 'group', operator: 'and', conditions })
const opened = (value: number, more = {}): Condition =>
  did('Email opened', {
    frequencyCondition: { type: 'frequencyCondition', condition: 'at least', value },
    recencyCondition: { type: 'recencyCondition', condition: 'after period', value: { value: 30, unit: 'days' } },
    ...more,
  })
const field = (name: string, condition: 'is' | 'contains', value: string): Condition => ({
  type: 'field',
  field: name,
  condition,
  value,
})

const ask = (conditions: ConditionGroup, limit = 12) =>
  world.house.db.system(async (tx) => {
    const dictionary = await loadDictionary(tx, world.accountId, world.house.clock.now())
    return {
      first: await firstPeople(tx, conditions, dictionary, limit),
      few: await amongFew(tx, conditions, dictionary, limit),
      count: (await countPeople(tx, conditions, dictionary)).count,
    }
  })

test('what machines opened counts for nobody, on the walk, among few and in sets', async () => {
  const thrice = newest(5, 8, 40)
  expect(await ask(all(opened(3)))).toEqual({ first: thrice, few: thrice, count: 3 })
  const once = newest(5, 6, 8, 40)
  expect(await ask(all(opened(1)))).toEqual({ first: once, few: once, count: 4 })
  const not = await ask(all(opened(1, { condition: 'has not' })))
  expect(not).toMatchObject({ few: undefined, count: HOW_MANY - 4 })
})

test('the newest come first and no more than asked for, whichever way they are found', async () => {
  expect(await ask(all(opened(1)), 2)).toEqual({ first: newest(8, 40), few: newest(8, 40), count: 4 })
  const trial = await ask(all(field('plan', 'is', 'trial')), 3)
  expect(trial).toEqual({ first: newest(698, 696, 694), few: undefined, count: HOW_MANY / 2 })
})

test('few are found by one condition and asked about the others', async () => {
  const rare = field('email', 'contains', 'rarely')
  expect(await ask(all(rare))).toMatchObject({ first: newest(20, 33), count: 2 })
  expect(await ask(all(field('plan', 'is', 'pro'), rare))).toMatchObject({ first: newest(33), count: 1 })
  expect(await ask(all(opened(1), field('plan', 'is', 'pro')))).toMatchObject({ few: newest(5), count: 1 })
})

test('of alternatives none is asked alone', async () => {
  const either: ConditionGroup = {
    type: 'group',
    operator: 'or',
    conditions: [opened(3), field('email', 'is', 'x@y.z')],
  }
  expect(await ask(either)).toEqual({ first: newest(5, 8, 40), few: undefined, count: 3 })
})

test('a step that ends with the last of all people ends the walk', async () => {
  const everybody = await ask(all(field('email', 'contains', 'acme')), HOW_MANY + 1)
  expect(everybody.first).toEqual([...ids].reverse())
})

test('people who lie together are told from those who do not, and only where it is asked what they did', async () => {
  const other = await openWorld()
  const there = await other.add(...Array.from({ length: 20 }, () => ({})))
  const now = other.house.clock.now().getTime()
  await other.did(there[3] as number, 'Email opened', new Date(now), {}, 'email')
  const [first, last] = [Math.min(...there), Math.max(...there)]
  // The newest two are the first and the last by their ids.
  await other.house.db.account(other.accountId, (tx) =>
    tx.run(
      `update people set created_at = created_at + interval '1 day' where account_id = $1 and id = any ($2::bigint[])`,
      [other.accountId, [first, last]],
    ),
  )
  const lie = (conditions: ConditionGroup, chunk: number) =>
    other.house.db.system(async (tx) => {
      const dictionary = await loadDictionary(tx, other.accountId, other.house.clock.now())
      return whereTheyLie(tx, conditions, dictionary, { chunk, after: undefined })
    })
  expect(await lie(all(all(opened(1))), 20)).toEqual({ first, last })
  expect(await lie(all(opened(1)), 2)).toBeUndefined()
  expect(await lie(all(field('plan', 'is', 'trial')), 20)).toBeUndefined()
})

test('what people did at once decides alike further down the walk', async () => {
  // Nobody among the first 250 did it, and more than few did other things.
  const asked = all(opened(1, { condition: 'has not' }), field('email', 'contains', 'often'))
  const { first } = await ask(asked, 600)
  expect(first).toEqual(
    newest(...ids.keys())
      .filter((id) => ![5, 6, 8, 40, 20, 33].map((at) => ids[at]).includes(id))
      .slice(0, 600),
  )
  expect((await ask(all(opened(4), opened(1)), 12)).first).toEqual(newest(40))
})
