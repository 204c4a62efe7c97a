import { testHouse } from '@millrace/kit/testing'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Condition, Conditions } from '../../contract/index.ts'
import { openTiedWorld } from '../../testing/index.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { matches, matchesObjects } from '../matches.ts'
import { createSegment } from '../verbs/createSegment.ts'

type World = Awaited<ReturnType<typeof openTiedWorld>>

const MINUTE = 60_000

/** A question about one's own field, most of them one that time alone turns. */
const own: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    type: fc.constant('field' as const),
    field: fc.constantFrom('endsAt', 'createdAt'),
    condition: fc.constantFrom('before period' as const, 'after period' as const, 'on period' as const),
    value: fc.record({
      value: fc.constantFrom(1, 2, 5),
      direction: fc.constantFrom('ago' as const, 'ahead' as const),
      unit: fc.constantFrom('hours' as const, 'days' as const),
    }),
  }),
  fc.constant({ type: 'field', field: 'plan', condition: 'is', value: 'Pro' } as const),
)

const among = (condition: fc.Arbitrary<Condition>): fc.Arbitrary<Conditions> =>
  fc.record({
    type: fc.constant('group' as const),
    operator: fc.constantFrom('and' as const, 'or' as const),
    conditions: fc.uniqueArray(condition, { minLength: 1, maxLength: 2, selector: (one) => JSON.stringify(one) }),
  })

const tied = (id: () => number, inner: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc.record({
    type: fc.constant('association' as const),
    value: fc.constant(0).map(id),
    condition: fc.constantFrom(
      { type: 'any' as const },
      { type: 'none' as const },
      { type: 'at least' as const, value: 2 },
    ),
    associationConditions: among(inner),
  })

/** The associations of the world that is being played; trees are made once and name them by these. */
const STAFF = 900_001
const WORK = 900_002
const named = (tree: Conditions, world: World): Conditions =>
  JSON.parse(
    JSON.stringify(tree)
      .replaceAll(`"value":${STAFF}`, `"value":${world.staff.id}`)
      .replaceAll(`"value":${WORK}`, `"value":${world.work.id}`),
  )

const projects = tied(() => WORK, own)
const ofCompanies = among(
  fc.oneof(
    own,
    projects,
    tied(() => STAFF, own),
  ),
)
const ofPeople = among(tied(() => STAFF, fc.oneof(own, projects)))

const act = fc.record({ what: fc.nat(5), one: fc.nat(2), other: fc.nat(2), days: fc.integer({ min: -4, max: 4 }) })
type Act = { what: number; one: number; other: number; days: number }

type Things = { people: number[]; companies: number[]; projects: number[] }

const perform = async (world: World, things: Things, { what, one, other, days }: Act) => {
  const person = things.people[one] as number
  const company = things.companies[other] as number
  const project = things.projects[one] as number
  const endsAt = new Date(world.house.clock.now().getTime() + days * 1_440 * MINUTE).toISOString()
  const fields = { endsAt: other ? endsAt : endsAt.slice(0, 10), plan: days > 0 ? 'Pro' : 'Free' }
  if (what === 0) await world.tie(world.staff, person, company).catch(() => undefined)
  else if (what === 1) await world.cut(world.staff, person, company)
  else if (what === 2) await world.tie(world.work, company, project).catch(() => undefined)
  else if (what === 3) await world.put('company', [{ id: company, fields }])
  else if (what === 4) await world.put('project', [{ id: project, fields }])
  else await world.change(person, fields)
}

const caught = (world: World, conditions: Conditions, ids: readonly number[], isOfCompanies: boolean) =>
  world.house.db.system(async (tx) => {
    const dictionary = await loadDictionary(tx, world.accountId, world.house.clock.now())
    const kind = [...(dictionary.kinds?.values() ?? [])].find(({ name }) => name === 'company')?.id ?? 0
    const met = isOfCompanies
      ? await matchesObjects(tx, conditions, dictionary, kind, ids)
      : await matches(tx, conditions, dictionary, ids)
    return ids.filter((id) => met.has(id)).sort((a, b) => a - b)
  })

beforeAll(async () => {
  await testHouse()
})

it('whatever happens and however long it takes, companies and their people are where conditions say', async () => {
  const stages = fc.array(
    fc.record({ acts: fc.array(act, { maxLength: 5 }), minutes: fc.constantFrom(7, 61, 400, 1_500) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  await fc.assert(
    fc.asyncProperty(ofCompanies, ofPeople, stages, async (companyTree, peopleTree, history) => {
      const world = await openTiedWorld()
      const people = await world.add({}, {}, {})
      const three = ['A', 'B', 'C'].map((name) => ({ fields: { name } }))
      const things = {
        people,
        companies: await world.put('company', three),
        projects: await world.put('project', three),
      }
      for (const [index, company] of things.companies.entries()) await world.tie(world.staff, people[index]!, company)
      const [companies, persons] = [named(companyTree, world), named(peopleTree, world)]
      const make = async (conditions: Conditions, objectName?: string) =>
        (
          await createSegment(world.house, world.accountId, {
            name: `S${objectName}`,
            conditions,
            ...(objectName && { objectName }),
          })
        ).id
      const ofCompany = await make(companies, 'company')
      const ofPerson = await make(persons)
      for (const { acts, minutes } of history) {
        for (const one of acts) await perform(world, things, one)
        world.house.clock.advance(minutes * MINUTE)
        await world.settle()
        const story = JSON.stringify([companies, persons])
        expect(await world.objectMembers(ofCompany), story).toEqual(
          await caught(world, companies, things.companies, true),
        )
        expect(await world.members(ofPerson), story).toEqual(await caught(world, persons, people, false))
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)
