import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Association } from '../../contract/index.ts'
import { objectsDoor } from '../door.ts'
import { findKind } from '../schemas/schemaRows.ts'
import type { Pair, WhereTaken } from './associate.ts'
import { makeAssociation } from './associationTypes.ts'

let house: TestHouse
let accountId: number
let people: number[]
let companies: number[]

beforeAll(async () => {
  house = await testHouse()
  accountId = (await house.newAccount()).accountId
  const numbers = [0, 1, 2, 3]
  await house.db.account(accountId, async (tx) => {
    const persons = numbers.map((index) => ({ email: `p${index}@acme.io`, fields: {} }))
    const saved = await peopleDoor(house).upsertPeople(tx, accountId, persons, { source: 'api', createFields: true })
    people = saved.map(({ personId }) => personId)
    const items = numbers.map((index) => ({ externalId: `c${index}`, fields: { name: `Company ${index}` } }))
    const options = { source: 'api', createFields: true }
    const made = await objectsDoor(house).upsertObjects(tx, accountId, 'company', items, options)
    companies = made.map(({ objectId }) => objectId)
  })
})

const newAssociation = (type: Association['type']) =>
  house.db.account(accountId, async (tx) =>
    makeAssociation(tx, house, accountId, {
      name: type,
      type,
      from: await findKind(tx, house, accountId, 'company'),
      to: await findKind(tx, house, accountId, 'person'),
    }),
  )

type Write = { pairs: [number, number][]; how: WhereTaken | 'cut' }

const write: fc.Arbitrary<Write> = fc.record({
  pairs: fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 4, selector: String }),
  how: fc.constantFrom('refuse', 'leave', 'replace', 'cut'),
})

/** A writer does its writes one after the other, each in its own transaction; a conflict leaves things as they were. */
const run = async (associationId: number, writes: readonly Write[]) => {
  const door = objectsDoor(house)
  for (const { pairs, how } of writes) {
    const ids: Pair[] = pairs.map(([from, to]) => ({ fromId: companies[from]!, toId: people[to]! }))
    const done = house.db.account(accountId, (tx) =>
      how === 'cut'
        ? door.dissociate(tx, accountId, associationId, ids)
        : door.associate(tx, accountId, associationId, ids, how),
    )
    await done.catch((error: { status?: number }) => {
      if (error.status !== 409) throw error
    })
  }
}

const tiesOf = (associationId: number) =>
  house.db.system((tx) =>
    tx.rows<Pair>(
      `select a.from_id as "fromId", a.to_id as "toId" from associations a where a.account_id = $1 and a.association_id = $2`,
      [accountId, associationId],
    ),
  )

const mostOf = (ids: readonly number[]) => Math.max(0, ...ids.map((id) => ids.filter((each) => each === id).length))

test.each(['1:1', '1:M', 'M:M'] as const)('two writers at once keep %s', async (type) => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 4 }), fc.array(write, { maxLength: 4 }), async (one, other) => {
      const { id } = await newAssociation(type)
      await Promise.all([run(id, one), run(id, other)])
      const ties = await tiesOf(id)
      if (type !== 'M:M') expect(mostOf(ties.map(({ toId }) => toId))).toBeLessThanOrEqual(1)
      if (type === '1:1') expect(mostOf(ties.map(({ fromId }) => fromId))).toBeLessThanOrEqual(1)
      // What the changes tell is what is there.
      const changes = await house.db.system((tx) =>
        tx.rows<{ kind: string; data: Pair }>(
          'delete from changes where account_id = $1 and ref = $2 and kind like $3 returning kind, data, id',
          [accountId, id, 'association.%'],
        ),
      )
      const told = new Map<string, number>()
      for (const { kind, data } of changes) {
        const key = `${data.fromId}-${data.toId}`
        told.set(key, (told.get(key) ?? 0) + (kind === 'association.added' ? 1 : -1))
      }
      const standing = [...told].filter(([, count]) => count !== 0)
      expect(new Map(standing)).toEqual(new Map(ties.map(({ fromId, toId }) => [`${fromId}-${toId}`, 1])))
      await house.db.system((tx) =>
        tx.run('delete from association_types where account_id = $1 and id = $2', [accountId, id]),
      )
    }),
    { numRuns: 40 },
  )
})

test('two makers of the same objects make each once', async () => {
  const door = objectsDoor(house)
  const make = (from: number) =>
    house.db.account(accountId, (tx) =>
      door.upsertObjects(
        tx,
        accountId,
        'company',
        Array.from({ length: 20 }, (_, index) => ({
          externalId: `once-${from + index}`,
          fields: { name: `N${index}` },
        })),
        { source: 'api', createFields: true },
      ),
    )
  const [one, other, third] = await Promise.all([make(0), make(10), make(5)])
  expect([...one, ...other, ...third].filter(({ created }) => created)).toHaveLength(30)
})
