import { testHouse } from '@millrace/kit/testing'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type Conditions, checkConditions } from '../../contract/index.ts'
import { openWorld, type World } from '../../testing/index.ts'
import { randomConditions } from '../../testing/randomConditions.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { matches } from '../matches.ts'
import { createSegment } from '../verbs/createSegment.ts'

const HOUR = 3_600_000

type Act = { who: number; what: number; choice: number }

const act = fc.record({ who: fc.nat(5), what: fc.nat(7), choice: fc.nat(5) })
const history = fc.array(fc.array(act, { maxLength: 6 }), { minLength: 1, maxLength: 5 })
/** Trees that a member could save, without those about segments that are not there. */
const saved = randomConditions.filter(
  (tree) => checkConditions(tree).length === 0 && !JSON.stringify(tree).includes('"segment"'),
)

const PLANS = ['Trial', 'Pro', '5', '', 'été', '2026-03-10T08:30:00Z']
const EVENTS = ['Project created', 'Project deleted', 'Email opened', 'Email clicked', 'Pricing', 'Visited']
const FIELDS = ['plan', 'labels', 'trialEndsAt', 'plan', 'labels', 'plan']

const perform = async (world: World, people: number[], { who, what, choice }: Act): Promise<void> => {
  const person = people[who % people.length] as number
  const { house } = world
  if (what <= 1) await world.change(person, { [FIELDS[choice]!]: PLANS[(choice + who) % PLANS.length] })
  else if (what === 2) await world.tag(person, ['vip', 'Webinar', 'beta'][choice % 3]!)
  else if (what === 3) await world.untag(person, ['vip', 'Webinar', 'beta'][choice % 3]!)
  else if (what <= 5) {
    const at = new Date(house.clock.now().getTime() - choice * 31 * HOUR)
    const name = EVENTS[choice]!
    const kind = name.startsWith('Email') ? 'email' : 'custom'
    await world.did(
      person,
      name,
      at,
      { amount: choice * 5, kind: PLANS[who % 6], emailId: choice, isBot: who === 1 },
      kind,
    )
  } else if (what === 6) people.push(...(await world.add({ fields: { plan: PLANS[choice] } })))
  else await world.archive(person, choice % 2 === 0)
}

/** Those whom the conditions catch now, asked of everybody. */
const caught = async (world: World, conditions: Conditions, people: number[]): Promise<number[]> =>
  world.house.db.system(async (tx) => {
    const dictionary = await loadDictionary(tx, world.accountId, world.house.clock.now())
    const met = await matches(tx, conditions, dictionary, people)
    const rows = await tx.rows<{ id: number }>(
      'select id from people where account_id = $1 and archived_at is null order by id',
      [world.accountId],
    )
    return rows.map(({ id }) => id).filter((id) => met.has(id))
  })

beforeAll(async () => {
  await testHouse()
})

it('whatever happens, in whatever order, members are exactly those whom the conditions catch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(saved, { minLength: 1, maxLength: 3 }), history, async (trees, stages) => {
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
