import type { Tx } from '@millrace/kit/server'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Condition, Conditions } from '../../contract/index.ts'
import { type NaivePerson, naiveMeets } from '../../testing/naive.ts'
import { EVENTS, FIELDS, randomConditions, TAGS } from '../../testing/randomConditions.ts'
import { randomPerson } from '../../testing/randomPeople.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { matches } from '../matches.ts'
import { loadFacts } from '../quick/facts.ts'
import { answerQuickly } from '../quick/quickly.ts'
import { choicesIn } from '../read/smallChoices.ts'
import { type Place, walkSql } from '../read/walk.ts'
import { compileConditions } from './compileConditions.ts'
import type { Dictionary } from './dictionary.ts'

const HOW_MANY = 40
/** More with `SEEDS=1000`, to look harder. */
const RUNS = Number(process.env.SEEDS ?? 80)

let house: TestHouse

const insertNames = async (accountId: number) => {
  const now = house.clock.now()
  await house.db.system(async (tx) => {
    for (const [name, { type, format }] of FIELDS) {
      await tx.run(
        `insert into person_fields (account_id, name, title, type, format, created_at) values ($1, $2, $2, $3, $4, $5)`,
        [accountId, name, type, format, now],
      )
    }
    for (const name of TAGS) {
      await tx.run('insert into tags (account_id, name, created_at) values ($1, $2, $3)', [accountId, name, now])
    }
    for (const { name, kind } of EVENTS) {
      await tx.run('insert into event_names (account_id, name, kind, created_at) values ($1, $2, $3, $4)', [
        accountId,
        name,
        kind,
        now,
      ])
    }
    for (const id of [500, 501]) {
      await tx.run(
        `insert into segments (account_id, id, name, conditions, created_at, updated_at) values ($1, $2, $3, '{}', $4, $4)`,
        [accountId, id, `s${id}`, now],
      )
    }
  })
}

const insertPerson = async (
  accountId: number,
  { core, fields, tags, events, segments }: NaivePerson,
  dictionary: Dictionary,
) => {
  const now = house.clock.now()
  return house.db.system(async (tx) => {
    const ids = tags.map((tag) => dictionary.tags.get(tag.toLowerCase()))
    // Addresses are unique; the model shares them among people.
    const mark = `${Math.random()}`.slice(2)
    const row = await tx.one<{ id: number }>(
      `insert into people (account_id, email, user_id, fields, tags, created_at, updated_at, last_seen_at, unsubscribed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        accountId,
        core.email && `${core.email}${mark}`,
        core.userId && `${core.userId}${mark}`,
        JSON.stringify(fields),
        ids,
        core.createdAt,
        now,
        core.lastSeenAt,
        core.unsubscribed ? now : null,
      ],
    )
    if (core.email) core.email = `${core.email}${mark}`
    if (core.userId) core.userId = `${core.userId}${mark}`
    for (const event of events) {
      const name = dictionary.events.find((known) => known.name === event.name)
      await tx.run(
        'insert into events (account_id, person_id, name_id, created_at, props) values ($1, $2, $3, $4, $5)',
        [accountId, row!.id, name!.id, event.at, JSON.stringify(event.props)],
      )
    }
    for (const segment of segments) {
      await tx.run(
        'insert into segment_members (account_id, segment_id, person_id, entered_at) values ($1, $2, $3, $4)',
        [accountId, segment, row!.id, now],
      )
    }
    return row!.id
  })
}

const quickly = async (tx: Tx, conditions: Conditions, dictionary: Dictionary, ids: readonly number[]) => {
  const { facts } = await loadFacts(tx, dictionary.accountId, ids)
  const known = [...facts.values()]
  const answers = await answerQuickly(
    tx,
    dictionary,
    known.map((one) => ({ conditions, facts: one })),
  )
  return known.map(({ id }, index) => [id, answers[index]] as const)
}

const inSets = async (
  conditions: Conditions,
  dictionary: Dictionary,
  mode: 'set' | 'count',
  small: Condition[] = [],
) => {
  const { sql, joins, account, values } = compileConditions(conditions, dictionary, mode, null, new Set(small))
  const rows = await house.db.system((tx) =>
    tx.rows<{ id: number }>(`select p.id from people p ${joins} where p.account_id = ${account} and ${sql}`, values),
  )
  return new Set(rows.map(({ id }) => id))
}

const leavesOf = (condition: Condition): Condition[] =>
  condition.type === 'group' ? condition.conditions.flatMap(leavesOf) : [condition]

/** A choice between a tag and what of the conditions can be found as a set. */
const choiceOf = (conditions: Conditions): Conditions => {
  const sets = leavesOf(conditions).filter(({ type }) => type === 'tag' || type === 'event' || type === 'segment')
  const tag: Condition = { type: 'tag', condition: 'has', value: TAGS[0] as string }
  return { type: 'group', operator: 'or', conditions: [tag, ...sets] }
}

const onTheWalk = (conditions: Conditions, dictionary: Dictionary, near?: { first: number; last: number }) =>
  house.db.system(async (tx) => {
    const met: number[] = []
    const chunk = 25
    for (let after: [string, number] | undefined; ; ) {
      const { sql, values } = walkSql(conditions, dictionary, { chunk, missing: HOW_MANY, after, near })
      const rows = await tx.rows<Place>(sql, values)
      met.push(...rows.filter(({ isMet }) => isMet).map(({ id }) => id))
      const last = rows.at(-1)
      if (last?.place !== chunk) return met
      after = [last.at, last.id]
    }
  })

beforeAll(async () => {
  house = await testHouse()
})

describe.each(['UTC', 'Europe/Berlin', 'America/Los_Angeles'])('conditions in %s', (timezone) => {
  it('catch in SQL whom they catch when worked out one by one', async () => {
    const { accountId } = await house.newAccount({ timezone })
    await insertNames(accountId)
    const now = house.clock.now()
    const dictionary = await house.db.system((tx) => loadDictionary(tx, accountId, now))
    const world = { now, timezone, fields: FIELDS }
    const people = new Map<number, NaivePerson>()
    for (const person of fc.sample(randomPerson(now), { numRuns: HOW_MANY, seed: 11 })) {
      people.set(await insertPerson(accountId, person, dictionary), person)
    }
    let [asked, left] = [0, 0]
    const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
    await fc.assert(
      fc.asyncProperty(randomConditions, async (conditions) => {
        const wanted = sorted(
          [...people].filter(([, person]) => naiveMeets(conditions, person, world)).map(([id]) => id),
        )
        const probed = await house.db.system((tx) => matches(tx, conditions, dictionary, [...people.keys()]))
        expect(sorted(probed)).toEqual(wanted)
        expect(sorted(await inSets(conditions, dictionary, 'set'))).toEqual(wanted)
        expect(sorted(await inSets(conditions, dictionary, 'count'))).toEqual(wanted)
        const choice = choiceOf(conditions)
        const chosen = [...people].filter(([, person]) => naiveMeets(choice, person, world)).map(([id]) => id)
        expect(sorted(await inSets(choice, dictionary, 'count', choicesIn(choice)))).toEqual(sorted(chosen))
        expect(sorted(await onTheWalk(conditions, dictionary))).toEqual(wanted)
        const near = { first: Math.min(...people.keys()), last: Math.max(...people.keys()) }
        expect(sorted(await onTheWalk(conditions, dictionary, near))).toEqual(wanted)
        const quick = await house.db.system((tx) => quickly(tx, conditions, dictionary, [...people.keys()]))
        for (const [id, answer] of quick) {
          asked++
          if (answer === undefined) left++
          else expect([id, answer], JSON.stringify(conditions)).toEqual([id, wanted.includes(id)])
        }
      }),
      { numRuns: RUNS },
    )
    // Most is told without asking.
    expect(left / asked).toBeLessThan(0.5)
  })
})
