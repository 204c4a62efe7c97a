import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Conditions, type FieldCondition, OPERATORS, operatorsFor, type ValueKind } from '../../contract/index.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { matches } from '../matches.ts'
import { loadFacts } from '../quick/facts.ts'
import { answerQuickly } from '../quick/quickly.ts'

// The clock of tests stands at 10 March 2026; the account is in Berlin, an hour ahead of UTC.
const NOW = new Date('2026-03-10T12:00:00Z')
const ZONE = 'Europe/Berlin'
const days = (value: number, direction?: 'ahead') => ({ value, unit: 'days' as const, ...(direction && { direction }) })

type Case = [
  operator: FieldCondition['condition'],
  value: FieldCondition['value'],
  met: readonly unknown[],
  notMet: readonly unknown[],
]

const EMPTY: readonly unknown[] = [null, '', [], undefined]

const CASES: Record<ValueKind, readonly Case[]> = {
  text: [
    ['is', 'Trial', ['Trial', 'TRIAL', ['Pro', 'trial']], ['Trials', ' Trial', ...EMPTY]],
    ['is', 'Été', ['été', 'ÉTÉ'], ['ete']],
    ['is', '5', ['5'], ['5.0', '05']],
    ['is', ['Pro', 'Trial'], ['pro', 'trial'], ['free']],
    ['is not', 'Trial', ['Pro', ...EMPTY], ['trial', ['Pro', 'Trial']]],
    ['is any of', ['a', 'B'], ['A', 'b', ['x', 'a']], ['ab', ...EMPTY]],
    ['is not any of', ['a', 'b'], ['c', ...EMPTY], ['A', ['c', 'b']]],
    ['is empty', undefined, EMPTY, ['x', ' ', ['']]],
    ['is not empty', undefined, ['x', ' '], EMPTY],
    ['is any', undefined, ['x', '0'], EMPTY],
    ['starts with', 'pro', ['Pro', 'PROject', ['x', 'prose']], ['apro', ...EMPTY]],
    ['does not start with', 'pro', ['apro', ...EMPTY], ['Project']],
    ['ends with', 'EX', ['ex', 'fedex'], ['exx', ...EMPTY]],
    ['does not end with', 'ex', ['exx', ...EMPTY], ['FEDEX']],
    ['contains', '50%_', ['get 50%_ off', '50%_'], ['50x', '50%x', ...EMPTY]],
    ['contains', ['a', 'b'], ['xax', 'xbx'], ['xcx']],
    ['does not contain', 'a', ['xyz', ...EMPTY], ['xAz']],
  ],
  number: [
    ['is', 5, [5, '5', '5.0', ' 5 ', '0.5e1', [1, 5]], [50, 'five', '', true, ...EMPTY]],
    ['is', '5', [5, '5.00'], [4.99]],
    ['is not', 5, [6, 'x', ...EMPTY], [5, '5.0']],
    ['is any of', [1, '2'], [1, '1.0', 2], [3, '12', ...EMPTY]],
    ['is not any of', [1, 2], [3, ...EMPTY], [1, '2']],
    ['is empty', undefined, EMPTY, [0, '0']],
    ['is not empty', undefined, [0, -1], EMPTY],
    ['is any', undefined, [0], EMPTY],
    ['is more than', 4.5, [5, '4.51', 1e15, [1, 9]], [4.5, '4.5', 'many', ...EMPTY]],
    ['is more than', -2, [-1, 0, '-1.5'], [-2, -3]],
    ['is less than', 4.5, [4, '4.49', -7], [4.5, '5', 'few', ...EMPTY]],
    ['at least', 4.5, [4.5, '4.50', 5], [4.4, 'enough', ...EMPTY]],
  ],
  boolean: [
    ['is', true, [true, 'true', 'YES', 1, '1'], [false, 'no', 2, 'ja', ...EMPTY]],
    ['is', false, [false, 'False', 'no', 0, '0'], [true, ...EMPTY]],
    ['is not', true, [false, 'no', 'ja', ...EMPTY], [true, 'yes', 1]],
    ['is empty', undefined, EMPTY, [false, 0]],
    ['is not empty', undefined, [false, true], EMPTY],
  ],
  date: [
    // A day begins at midnight in Berlin, which is 23:00 UTC of the day before.
    ['on', '2026-03-10', ['2026-03-10', '2026-03-09T23:00:00Z', '2026-03-10T22:59:59Z'], ['2026-03-10T23:00:00Z', '2026-03-09', 'soon', 5, ...EMPTY]],
    ['after', '2026-03-10', ['2026-03-11', '2026-03-10T23:00:00Z'], ['2026-03-10', '2026-03-10 23:59', '2026-02-30', ...EMPTY]],
    ['after', '2026-03-10T08:30:00Z', ['2026-03-10T08:30:01Z', '2026-03-10 09:31'], ['2026-03-10T08:30:00Z', '2026-03-10 09:30']],
    ['before', '2026-03-10', ['2026-03-09', '2026-03-09T22:59:59Z'], ['2026-03-10', '2026-03-09T23:00:00Z', ...EMPTY]],
    ['after period', days(2), ['2026-03-08T12:00:00Z', '2026-03-09', '2030-01-01'], ['2026-03-08T11:59:59Z', '2026-03-08', ...EMPTY]],
    ['after period', days(2, 'ahead'), ['2026-03-12T12:00:00Z', '2026-03-13'], ['2026-03-12']],
    ['before period', days(2), ['2026-03-08T11:59:59Z', '2020-01-01'], ['2026-03-08T12:00:00Z', ...EMPTY]],
    ['on period', days(1), ['2026-03-09', '2026-03-08T23:00:00Z', '2026-03-09 23:59'], ['2026-03-10', '2026-03-09T23:00:00Z', ...EMPTY]],
    ['is empty', undefined, EMPTY, ['2026-03-10', 'nonsense']],
    ['is not empty', undefined, ['2026-03-10'], EMPTY],
    ['is any', undefined, ['2026-03-10'], EMPTY],
  ],
  any: [
    ['is', '5', [5, '5', '5.0'], ['05x', true, ...EMPTY]],
    ['is', true, [true, 'true'], ['yes', 1, ...EMPTY]],
    ['is more than', 3, ['4', 4], ['x', '3']],
    ['contains', 'ar', ['Mars', ['Earth']], ['Venus']],
    ['after', '2026-03-09', ['2026-03-10', ['2026-03-10']], ['2026-03-09', 4]],
  ],
} // biome-ignore format: a table of cases

const FIELDS: Record<ValueKind, { type: string; format: string | null }> = {
  text: { type: 'string', format: null },
  number: { type: 'number', format: null },
  boolean: { type: 'boolean', format: null },
  date: { type: 'string', format: 'date-time' },
  any: { type: 'any', format: null },
}

let house: TestHouse
let accountId: number
beforeAll(async () => {
  house = await testHouse()
  house.clock.set(NOW)
  accountId = (await house.newAccount({ timezone: ZONE })).accountId
  for (const [name, { type, format }] of Object.entries(FIELDS)) {
    await house.db.pool.query(
      `insert into person_fields (account_id, name, title, type, format, created_at) values ($1, $2, $2, $3, $4, $5)`,
      [accountId, name, type, format, NOW],
    )
  }
})

const insert = async (field: string, stored: readonly unknown[]) => {
  const rows = await house.db.pool.query(
    `insert into people (account_id, fields, created_at, updated_at)
     select $1, u.fields, $3, $3 from unnest($2::jsonb[]) with ordinality as u(fields, place) order by u.place returning id`,
    [accountId, stored.map((value) => JSON.stringify({ [field]: value })), NOW],
  )
  return rows.rows.map(({ id }) => id as number)
}

const ask = (conditions: Conditions, ids: readonly number[]) =>
  house.db.system(async (tx) => {
    const dictionary = await loadDictionary(tx, accountId, NOW)
    const met = await matches(tx, conditions, dictionary, ids)
    const { facts } = await loadFacts(tx, accountId, ids)
    const quick = await answerQuickly(
      tx,
      dictionary,
      ids.map((id) => ({ conditions, facts: facts.get(id)! })),
    )
    return { met: ids.map((id) => met.has(id)), quick }
  })

describe.each(Object.entries(CASES))('of %s', (kind, cases) => {
  it.each(cases)('%s %j', async (condition, value, met, notMet) => {
    const stored = [...met, ...notMet]
    const ids = await insert(kind, stored)
    const wanted = stored.map((_, index) => index < met.length)
    const answers = await ask(
      { type: 'group', operator: 'and', conditions: [{ type: 'field', field: kind, condition, value: value ?? null }] },
      ids,
    )
    expect(answers.met.map((is, index) => [stored[index], is])).toEqual(
      stored.map((one, index) => [one, wanted[index]]),
    )
    for (const [index, answer] of answers.quick.entries()) if (answer !== undefined) expect(answer).toBe(wanted[index])
  })

  it('knows a case of every operator that is offered for it', () => {
    if (kind === 'any') return
    const known = new Set(cases.map(([operator]) => operator))
    expect(operatorsFor(kind as ValueKind).filter((operator) => !known.has(operator))).toEqual([])
  })
})

it('every operator has a case', () => {
  const known = new Set(Object.values(CASES).flatMap((cases) => cases.map(([operator]) => operator)))
  expect(OPERATORS.filter((operator) => !known.has(operator))).toEqual([])
})
