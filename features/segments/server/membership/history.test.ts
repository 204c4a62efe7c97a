import { testHouse } from '@millrace/kit/testing'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Conditions } from '../../contract/index.ts'
import { openWorld } from '../../testing/index.ts'
import { act, caught, perform, savedConditions } from '../../testing/randomHistory.ts'
import { createSegment } from '../verbs/createSegment.ts'

const HOUR = 3_600_000

const history = fc.array(fc.array(act, { maxLength: 6 }), { minLength: 1, maxLength: 5 })

beforeAll(async () => {
  await testHouse()
})

it('whatever happens, in whatever order, members are exactly those whom the conditions catch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(savedConditions, { minLength: 1, maxLength: 3 }), history, async (trees, stages) => {
      const world = await openWorld()
      const people = await world.add({}, { fields: { plan: 'Trial' }, tags: ['vip'] })
      const segments: [number, Conditions][] = []
      for (const [index, conditions] of trees.entries()) {
        const made = await createSegment(world.house, world.accountId, { name: `S${index}`, conditions })
        segments.push([made.id, conditions])
      }
      // A segment of those outside the first, so that news travel through segments.
      const outside: Conditions = {
        type: 'group',
        operator: 'and',
        conditions: [{ type: 'segment', value: segments[0]![0], condition: 'not in' }],
      }
      segments.push([
        (await createSegment(world.house, world.accountId, { name: 'Outside', conditions: outside })).id,
        outside,
      ])
      for (const [index, acts] of stages.entries()) {
        for (const one of acts) await perform(world, people, one)
        world.house.clock.advance([HOUR, 20 * HOUR, 26 * HOUR, 10 * HOUR, 40 * HOUR][index]!)
        await world.settle()
        for (const [id, conditions] of segments) {
          expect(await world.members(id), JSON.stringify(conditions)).toEqual(await caught(world, conditions, people))
        }
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)
