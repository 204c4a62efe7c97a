import { testHouse } from '@millrace/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Condition, Conditions, Period } from '../../contract/index.ts'
import { openTiedWorld, openWorld, type World } from '../../testing/index.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { matches } from '../matches.ts'
import { createSegment } from '../verbs/createSegment.ts'
import { deleteSegment } from '../verbs/deleteSegment.ts'
import { listSegmentUses } from '../verbs/listSegmentUses.ts'
import { updateSegment } from '../verbs/updateSegment.ts'
import { buildSteps } from './buildSegment.ts'

const DAY = 86_400_000

const all = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
const plan = (value: string): Condition => ({ type: 'field', field: 'plan', condition: 'is', value })
const tag = (value: string): Condition => ({ type: 'tag', value, condition: 'has' })
const notIn = (value: number): Condition => ({ type: 'segment', value, condition: 'not in' })
const isIn = (value: number): Condition => ({ type: 'segment', value, condition: 'in' })
const since = (days: number): Condition => {
  const value: Period = { value: days, unit: 'days' }
  return { type: 'field', field: 'createdAt', condition: 'before period', value }
}

let world: World

/** A segment; not built yet. */
const make = async (name: string, ...conditions: Condition[]) =>
  (await createSegment(world.house, world.accountId, { name, conditions: all(...conditions) })).id

/** A build as a worker takes it, step by step. */
const stepsOf = async (segmentId: number) => {
  const { id, definition } = await world.house.db.system(async (tx) => {
    const sql = 'select id, definition from segments where account_id = $1 and id = $2'
    return (
      (await tx.one<{ id: number; definition: number }>(sql, [world.accountId, segmentId])) ?? { id: 0, definition: 0 }
    )
  })
  const payload = { accountId: world.accountId, segmentId: id, definition }
  return buildSteps({ house: world.house, payload, signal: new AbortController().signal })
}

beforeEach(async () => {
  await testHouse()
  world = await openWorld()
})

describe('who is left out of a segment by another one', () => {
  it('is never in it, not for a moment, where one change says both', async () => {
    const rivals = await make('Rivals', plan('rival'))
    const inner = await make('Known rivals', isIn(rivals))
    const trials = await make('Trials', tag('trial'), notIn(inner))
    await world.settle()
    const [rival, ann] = await world.add({ fields: { plan: 'rival' }, tags: ['trial'] }, { tags: ['trial'] })
    const news = await world.settle()
    expect(news.filter(({ ref }) => ref === trials)).toEqual([
      { kind: 'segment.entered', personId: ann, ref: trials, isBuild: false },
    ])
    expect(await world.members(inner)).toEqual([rival])
  })

  it('is never in it where time moves them into the other one, whose sweep comes later', async () => {
    const trials = await make('Trials', since(14))
    const old = await make('Old', since(14))
    await updateSegment(world.house, world.accountId, trials, {
      name: 'Trials',
      conditions: all(since(14), notIn(old)),
    })
    await world.add({}, {})
    await world.settle()
    world.house.clock.advance(15 * DAY)
    const now = world.house.clock.now()
    const dueFor = (segmentId: number) =>
      world.house.db.system((tx) =>
        // Sweeps that come after a long stop begin anew; these do not.
        tx.run(
          `update segment_states set swept_until = $3, sweep_at = case when segment_id = $2 then $4::timestamptz end
            where account_id = $1`,
          [world.accountId, segmentId, new Date(now.getTime() - 1.5 * DAY), now],
        ),
      )
    await dueFor(trials)
    expect(await world.settle()).toEqual([
      { kind: 'segment.entered', personId: expect.any(Number), ref: old, isBuild: false },
      { kind: 'segment.entered', personId: expect.any(Number), ref: old, isBuild: false },
    ])
    await dueFor(old)
    expect(await world.settle()).toEqual([])
  })

  it('is never in it where the other one is still being built', async () => {
    const [rival, late] = await world.add({ fields: { plan: 'rival' }, tags: ['trial'] }, { fields: { plan: 'rival' } })
    await world.settle()
    const rivals = await make('Rivals', plan('rival'))
    const trials = await make('Trials', tag('trial'), notIn(rivals))
    // Its build has begun and the other one's not; what happens meanwhile is noted at once.
    for await (const _ of await stepsOf(trials));
    await world.tag(late!, 'trial')
    expect(await world.settle()).toEqual([
      { kind: 'segment.entered', personId: late, ref: rivals, isBuild: false },
      { kind: 'segment.entered', personId: rival, ref: rivals, isBuild: true },
    ])
    expect(await world.members(trials)).toEqual([])
  })

  it('is told so at once, also of those whom the other one’s build has not come to', async () => {
    const people = await world.add({ fields: { plan: 'rival' } }, {})
    await world.settle()
    const known = await make('Known rivals', isIn(await make('Rivals', plan('rival'))))
    const left = await world.house.db.system(async (tx) => {
      const dictionary = await loadDictionary(tx, world.accountId, world.house.clock.now())
      return matches(tx, all(notIn(known)), dictionary, people)
    })
    expect([...left]).toEqual([people[1]])
  })

  it('keeps waiting until the last of those is built that it asks about', async () => {
    const people = await world.add({ tags: ['a', 't'] }, { tags: ['b', 't'] }, { tags: ['t'] })
    await world.settle()
    const a = await make('A', tag('a'))
    const b = await make('B', tag('b'))
    const inner = await make('A or B', { type: 'group', operator: 'or', conditions: [isIn(a), isIn(b)] })
    const rest = await make('Rest', tag('t'), notIn(inner))
    const order: number[] = []
    const jobs = (world.segments.jobs ?? []).map((one) =>
      one.name === 'segments.build'
        ? {
            ...one,
            run: async (...given: Parameters<typeof one.run>) => {
              order.push((given[0] as { segmentId: number }).segmentId)
              await one.run(...given)
            },
          }
        : one,
    )
    for (const id of [rest, inner]) for await (const _ of await stepsOf(id));
    await world.house.runJobs(jobs)
    expect(order.at(-1)).toBe(rest)
    expect(await world.members(rest)).toEqual([people[2]])
    const news = await world.settle()
    expect(news.filter(({ ref, kind }) => ref === rest && kind === 'segment.left')).toEqual([])
  })

  it('is never in it where a company becomes one of those left out', async () => {
    const tied = await openTiedWorld()
    world = tied
    const { house, accountId } = tied
    const company = { objectName: 'company' }
    const closed = (
      await createSegment(house, accountId, { name: 'Closed', conditions: all(plan('closed')), ...company })
    ).id
    const staff: Condition = {
      type: 'association',
      value: tied.staff.id,
      condition: { type: 'any' },
      associationConditions: all(plan('closed'), notIn(closed)),
    }
    const odd = (await createSegment(house, accountId, { name: 'Odd', conditions: all(staff) })).id
    await tied.settle()
    const [ann] = await tied.add({})
    const [acme] = await tied.put('company', [{ fields: { name: 'Acme', plan: 'open' } }])
    await tied.tie(tied.staff, ann!, acme!)
    await tied.settle()
    await tied.put('company', [{ id: acme!, fields: { plan: 'closed' } }])
    const news = await tied.settle()
    expect(news.filter(({ ref }) => ref === odd)).toEqual([])
    // A segment that what is associated is asked about is in use, and stays.
    expect(await listSegmentUses(house, accountId, closed, {})).toMatchObject([{ kind: 'segment', id: odd }])
    await expect(deleteSegment(house, accountId, closed)).rejects.toThrow('"Odd" has a condition on "Closed"')
  })
})
