import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { type FieldRule, fitValue, type HotKind, hotExpression } from '@millrace/people/server'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Conditions } from '../../contract/index.ts'
import { FIELDS, randomConditions, VALUES } from '../../testing/randomConditions.ts'
import { compileConditions } from './compileConditions.ts'
import type { Dictionary, KnownField } from './dictionary.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse()
})

const rules = [...FIELDS].map(
  ([name, { type, format }]) => ({ name, type, format: format ?? null, isArray: false, enumValues: null }) as FieldRule,
)

/** Fields as people can have them: what does not fit is not kept. */
const randomFields = fc
  .record(Object.fromEntries(rules.map(({ name }) => [name, fc.constantFrom<unknown>(...VALUES, null)])))
  .map((fields) =>
    Object.fromEntries(
      rules.flatMap((rule) => {
        const { value } = fitValue(rule, fields[rule.name])
        return value === null || value === undefined ? [] : [[rule.name, value]]
      }),
    ),
  )

const known = (accountId: number, isHot: boolean): Dictionary => ({
  accountId,
  now: house.clock.now(),
  timezone: 'Europe/Berlin',
  fields: new Map(rules.map(({ name, type, format }): [string, KnownField] => [name, { name, type, format, isHot }])),
  events: [],
  tags: new Map(),
  segments: new Map(),
})

const caught = async (conditions: Conditions, dictionary: Dictionary) => {
  const { sql, joins, account, values } = compileConditions(conditions, dictionary, 'set')
  const rows = await house.db.system((tx) =>
    tx.rows<{ id: number }>(
      `select p.id from people p ${joins} where p.account_id = ${account} and ${sql} order by p.id`,
      values,
    ),
  )
  return rows.map(({ id }) => id)
}

const insert = (accountId: number, people: readonly object[]) =>
  house.db.system((tx) =>
    tx.run(
      `insert into people (account_id, fields, created_at, updated_at)
       select $1, u.fields, $3, $3 from unnest($2::jsonb[]) as u(fields)`,
      [accountId, people.map((fields) => JSON.stringify(fields)), house.clock.now()],
    ),
  )

test('what an index says of a field changes nobody’s answer', async () => {
  const { accountId } = await house.newAccount()
  await insert(accountId, fc.sample(randomFields, { numRuns: 120, seed: 5 }))
  const [plain, hot] = [known(accountId, false), known(accountId, true)]
  let differing = 0
  await fc.assert(
    fc.asyncProperty(randomConditions, async (conditions) => {
      const wanted = await caught(conditions, plain)
      if (compileConditions(conditions, hot, 'set').sql !== compileConditions(conditions, plain, 'set').sql) differing++
      expect(await caught(conditions, hot)).toEqual(wanted)
    }),
    { numRuns: 150 },
  )
  expect(differing).toBeGreaterThan(5)
})

test.each([
  ['text', 'plan', { condition: 'is', value: 'Plan 17' }],
  ['text', 'plan', { condition: 'is any of', value: ['plan 17', 'PLAN 18'] }],
  ['number', 'amount', { condition: 'is more than', value: 4990 }],
  ['date', 'when', { condition: 'after', value: '2038-12-31' }],
  ['date', 'when', { condition: 'on', value: '2031-06-01' }],
] as const)('the index of a %s answers', async (kind: HotKind, name, asked) => {
  const { accountId } = await house.newAccount()
  const people = Array.from({ length: 5_000 }, (_, index) => ({
    plan: `Plan ${index}`,
    amount: index,
    when: `${2000 + (index % 40)}-06-01`,
  }))
  await insert(accountId, people)
  const expression = hotExpression(name, kind)
  await house.db.pool.query(
    `create index if not exists hot_${kind} on people (account_id, (${expression}), id) where (${expression}) is not null`,
  )
  await house.db.pool.query('analyze people')
  const types: Record<HotKind, Partial<KnownField>> = {
    text: { type: 'string', format: null },
    number: { type: 'number', format: null },
    date: { type: 'string', format: 'date' },
  }
  const field = { name, ...types[kind], isHot: true } as KnownField
  const dictionary = { ...known(accountId, true), fields: new Map([[name, field]]) }
  const conditions = { type: 'group', operator: 'and', conditions: [{ type: 'field', field: name, ...asked }] }
  const { sql, account, values } = compileConditions(conditions as unknown as Conditions, dictionary, 'set')
  const statement = `explain select count(*) from people p where p.account_id = ${account} and p.archived_at is null and ${sql}`
  const plan = await house.db.system((tx) => tx.rows<{ 'QUERY PLAN': string }>(statement, values))
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain(`hot_${kind}`)
  expect((await caught(conditions as unknown as Conditions, dictionary)).length).toBeGreaterThan(0)
})
