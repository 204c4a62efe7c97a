import { testHouse } from '@millrace/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Conditions } from '../../contract/index.ts'
import { openWorld, type World } from '../../testing/index.ts'
import { createSegment } from '../verbs/createSegment.ts'
import { segmentGrowth } from '../verbs/segmentGrowth.ts'
import { forgetLeft, KEPT_DAYS } from './forgetLeft.ts'

const DAY = 86_400_000
const trials: Conditions = {
  type: 'group',
  operator: 'and',
  conditions: [{ type: 'field', field: 'plan', condition: 'is', value: 'Trial' }],
}

let world: World
const make = async (name = 'Trials') =>
  (await createSegment(world.house, world.accountId, { name, conditions: trials })).id
const growth = (id: number, days = 90) => segmentGrowth(world.house, world.accountId, id, days)
const plain = async (id: number, days?: number) =>
  (await growth(id, days)).map(({ day, entered, left, size }) => [day, entered, left, size])

beforeEach(async () => {
  await testHouse()
  world = await openWorld({}, 'America/Los_Angeles')
  world.house.clock.set(new Date('2026-03-10T20:00:00Z'))
})

describe('the growth of a segment', () => {
  it('counts who entered and left by what they did, day by day in the zone of the account; a build moves the size alone', async () => {
    const [ann, ben] = await world.add({ fields: { plan: 'Trial' } }, { fields: { plan: 'Pro' } })
    await world.settle()
    const id = await make()
    await world.settle()
    expect(await growth(id)).toEqual([{ day: '2026-03-10', entered: 0, left: 0, size: 1, isRebuilt: true }])
    // In Los Angeles it is still the 10th.
    world.house.clock.set(new Date('2026-03-11T06:30:00Z'))
    await world.change(ben!, { plan: 'Trial' })
    await world.settle()
    world.house.clock.set(new Date('2026-03-13T20:00:00Z'))
    await world.change(ann!, { plan: 'Pro' })
    await world.add({ fields: { plan: 'Trial' } }, { fields: { plan: 'Trial' } })
    await world.settle()
    expect(await plain(id)).toEqual([
      ['2026-03-10', 1, 0, 2],
      ['2026-03-11', 0, 0, 2],
      ['2026-03-12', 0, 0, 2],
      ['2026-03-13', 2, 1, 3],
    ])
    expect(await plain(id, 2)).toEqual([
      ['2026-03-12', 0, 0, 2],
      ['2026-03-13', 2, 1, 3],
    ])
  })

  it('of all people and of the archived follows from when they were made and archived', async () => {
    const [ann] = await world.add({}, {})
    world.house.clock.advance(2 * DAY)
    await world.add({})
    await world.archive(ann!)
    await world.settle()
    expect(await plain(2, 3)).toEqual([
      ['2026-03-10', 2, 0, 2],
      ['2026-03-11', 0, 0, 2],
      ['2026-03-12', 1, 1, 2],
    ])
    expect((await plain(1, 3)).at(-1)).toEqual(['2026-03-12', 1, 0, 1])
  })

  it('of a segment of another account is not there', async () => {
    const id = await make()
    const other = await world.house.newAccount()
    await expect(segmentGrowth(world.house, other.accountId, id, 30)).rejects.toThrow('There is no such segment.')
  })
})

it('who left a segment is known for 400 days, who is in it for good', async () => {
  const [ann, ben] = await world.add({ fields: { plan: 'Trial' } }, { fields: { plan: 'Trial' } })
  const id = await make()
  await world.settle()
  await world.change(ann!, { plan: 'Pro' })
  await world.settle()
  const everybody = async () =>
    (
      await world.house.db.system((tx) =>
        tx.rows<{ id: number }>(
          'select person_id as id from segment_members where account_id = $1 and segment_id = $2 order by person_id',
          [world.accountId, id],
        ),
      )
    ).map((row) => row.id)
  const forget = () => forgetLeft(world.house).run({}, new AbortController().signal)
  world.house.clock.advance((KEPT_DAYS - 1) * DAY)
  await forget()
  expect(await everybody()).toEqual([ann, ben])
  world.house.clock.advance(2 * DAY)
  await forget()
  expect(await everybody()).toEqual([ben])
})
