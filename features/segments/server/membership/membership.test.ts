import { testHouse } from '@millrace/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Condition, Conditions, EventCondition, Period } from '../../contract/index.ts'
import { did, openWorld, type World } from '../../testing/index.ts'
import { createSegment } from '../verbs/createSegment.ts'
import { updateSegment } from '../verbs/updateSegment.ts'
import { sweepLoop } from './sweepLoop.ts'

const all = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
const plan = (value: string): Condition => ({ type: 'field', field: 'plan', condition: 'is', value })
const tag = (value: string): Condition => ({ type: 'tag', value, condition: 'has' })
const days = (value: number): Period => ({ value, unit: 'days' })
const lately: Partial<EventCondition> = {
  recencyCondition: { type: 'recencyCondition', condition: 'after period', value: days(7) },
}
const DAY = 86_400_000

let world: World
const make = async (conditions: Conditions, name = 'A') =>
  (await createSegment(world.house, world.accountId, { name, conditions })).id

beforeEach(async () => {
  await testHouse()
  world = await openWorld()
})

describe('members of a segment', () => {
  it('are worked out when it is made, as a build', async () => {
    const [ann, ben] = await world.add({ fields: { plan: 'Trial' } }, { fields: { plan: 'Pro' } })
    await world.settle()
    const id = await make(all(plan('trial')))
    const news = await world.settle()
    expect(await world.members(id)).toEqual([ann])
    expect(news).toEqual([{ kind: 'segment.entered', personId: ann, ref: id, isBuild: true }])
    expect(ben).toBeGreaterThan(0)
  })

  it('follow fields, tags and events, with news for each move', async () => {
    const [ann] = await world.add({ fields: { plan: 'Pro' } })
    const byField = await make(all(plan('trial')), 'field')
    const byTag = await make(all(tag('vip')), 'tag')
    const byEvent = await make(
      all(
        did('Project created', { frequencyCondition: { type: 'frequencyCondition', condition: 'at least', value: 2 } }),
      ),
      'event',
    )
    await world.settle()
    await world.change(ann!, { plan: 'Trial' })
    await world.tag(ann!, 'vip')
    await world.did(ann!, 'Project created')
    expect(await world.settle()).toEqual([
      { kind: 'segment.entered', personId: ann, ref: byField, isBuild: false },
      { kind: 'segment.entered', personId: ann, ref: byTag, isBuild: false },
    ])
    await world.did(ann!, 'Project created')
    await world.untag(ann!, 'vip')
    const news = await world.settle()
    expect(news).toContainEqual({ kind: 'segment.entered', personId: ann, ref: byEvent, isBuild: false })
    expect(news).toContainEqual({ kind: 'segment.left', personId: ann, ref: byTag, isBuild: false })
    expect(news).toHaveLength(2)
  })

  it('may enter again', async () => {
    const [ann] = await world.add({ tags: ['vip'] })
    const id = await make(all(tag('vip')))
    await world.settle()
    await world.untag(ann!, 'vip')
    await world.settle()
    expect(await world.members(id)).toEqual([])
    await world.tag(ann!, 'vip')
    expect(await world.settle()).toEqual([{ kind: 'segment.entered', personId: ann, ref: id, isBuild: false }])
  })

  it('move when time moves, by the sweep alone', async () => {
    const [ann] = await world.add({})
    const recent = await make(all(did('Visited', lately)), 'recent')
    const quiet = await make(all(did('Visited', { ...lately, condition: 'has not' })), 'quiet')
    await world.did(ann!, 'Visited')
    await world.settle()
    expect([await world.members(recent), await world.members(quiet)]).toEqual([[ann], []])
    for (let day = 0; day < 6; day++) {
      world.house.clock.advance(DAY)
      expect(await world.settle()).toEqual([])
    }
    world.house.clock.advance(DAY + 1)
    const news = await world.settle()
    expect(news.map(({ kind, ref }) => [kind, ref])).toEqual([
      ['segment.left', recent],
      ['segment.entered', quiet],
    ])
  })

  it('are swept by the loop, which knows when to look again', async () => {
    const [ann] = await world.add({})
    const recent = await make(all(did('Visited', lately)))
    await world.did(ann!, 'Visited', new Date(world.house.clock.now().getTime() - 6.5 * DAY))
    await world.settle()
    const loop = sweepLoop(world.house)
    world.house.clock.advance(0.5 * DAY + 1)
    // Accounts of other tests are due as well; each piece of work takes all that are.
    expect(await loop.work(new Set())).toBe('more')
    expect(await world.members(recent)).toEqual([])
    const next = await loop.work(new Set())
    expect(next).toBeInstanceOf(Date)
    expect((next as Date).getTime()).toBeGreaterThan(world.house.clock.now().getTime())
  })

  it('are asked anew after a long stop', async () => {
    const [ann] = await world.add({})
    const recent = await make(all(did('Visited', lately)))
    await world.did(ann!, 'Visited')
    await world.settle()
    world.house.clock.advance(30 * DAY)
    await world.settle()
    await world.settle()
    expect(await world.members(recent)).toEqual([])
  })

  it('cross the edge of a date field', async () => {
    const ends = new Date(world.house.clock.now().getTime() + 3 * DAY + 3_600_000).toISOString()
    const [ann] = await world.add({ fields: { trialEndsAt: ends } })
    const soon: Condition = {
      type: 'field',
      field: 'trialEndsAt',
      condition: 'before period',
      value: { ...days(3), direction: 'ahead' },
    }
    const id = await make(all(soon))
    await world.settle()
    expect(await world.members(id)).toEqual([])
    world.house.clock.advance(2 * 3_600_000)
    await world.settle()
    expect(await world.members(id)).toEqual([ann])
  })

  it('of a segment in a segment follow in the same pass', async () => {
    const [ann] = await world.add({})
    const inner = await make(all(tag('vip')), 'inner')
    const outer = await make(all({ type: 'segment', value: inner, condition: 'in' }), 'outer')
    await world.settle()
    await world.tag(ann!, 'vip')
    const news = await world.settle()
    expect(news.map(({ ref }) => ref)).toEqual([inner, outer])
    expect(await world.members(outer)).toEqual([ann])
  })

  it('leave when they are archived and come back when restored', async () => {
    const [ann] = await world.add({ tags: ['vip'] })
    const id = await make(all(tag('vip')))
    const none = await make({ type: 'group', operator: 'and', conditions: [] }, 'everybody')
    await world.settle()
    await world.archive(ann!)
    await world.settle()
    expect([await world.members(id), await world.members(none)]).toEqual([[], []])
    await world.archive(ann!, false)
    await world.settle()
    expect([await world.members(id), await world.members(none)]).toEqual([[ann], [ann]])
  })

  it('are worked out anew when the conditions change, and the work on earlier ones stops', async () => {
    const [ann, ben] = await world.add({ fields: { plan: 'Trial' } }, { fields: { plan: 'Pro' } })
    const id = await make(all(plan('Trial')))
    await updateSegment(world.house, world.accountId, id, { name: 'A', conditions: all(plan('Pro')) })
    const news = await world.settle()
    expect(await world.members(id)).toEqual([ben])
    expect(news.filter(({ ref }) => ref === id)).toHaveLength(1)
    await updateSegment(world.house, world.accountId, id, { name: 'A', conditions: all(plan('Trial')) })
    const later = await world.settle()
    expect(later).toContainEqual({ kind: 'segment.left', personId: ben, ref: id, isBuild: true })
    expect(later).toContainEqual({ kind: 'segment.entered', personId: ann, ref: id, isBuild: true })
  })

  it('do not count opens by machines', async () => {
    const [ann, ben] = await world.add({}, {})
    const id = await make(all(did('Email opened')))
    await world.did(ann!, 'Email opened', world.house.clock.now(), { isBot: true, emailId: 1 }, 'email')
    await world.did(ben!, 'Email opened', world.house.clock.now(), { isBot: false, emailId: 1 }, 'email')
    await world.settle()
    expect(await world.members(id)).toEqual([ben])
  })

  it('size is kept', async () => {
    const people = await world.add({ tags: ['vip'] }, { tags: ['vip'] }, {})
    const id = await make(all(tag('vip')))
    await world.settle()
    await world.untag(people[0]!, 'vip')
    await world.tag(people[2]!, 'vip')
    await world.archive(people[1]!)
    await world.settle()
    const row = await world.house.db.system((tx) =>
      tx.one('select size from segment_states where account_id = $1 and segment_id = $2', [world.accountId, id]),
    )
    expect(row).toEqual({ size: 1 })
  })
})
