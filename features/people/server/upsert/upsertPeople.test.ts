import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { peopleDoor } from '../door.ts'
import type { UpsertItem, UpsertOptions } from './item.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse()
})

const options: UpsertOptions = { source: 'api', createFields: true }

const setting = async () => {
  const { accountId } = await house.newAccount()
  const door = peopleDoor(house)
  return {
    accountId,
    door,
    upsert: (items: UpsertItem[], more: Partial<UpsertOptions> = {}) =>
      house.db.account(accountId, (tx) => door.upsertPeople(tx, accountId, items, { ...options, ...more })),
    person: (id: number) =>
      house.db.system((tx) => tx.one('select * from people p where p.account_id = $1 and p.id = $2', [accountId, id])),
    count: async () =>
      (await house.db.system((tx) =>
        tx.one<{ n: number }>('select count(*) as n from people p where p.account_id = $1', [accountId]),
      ))!.n,
    changes: () =>
      house.db.system((tx) =>
        tx.rows<{ kind: string; person_id: number; ref: number | null; data: Record<string, unknown> | null }>(
          'select kind, person_id, ref, data from changes where account_id = $1 order by account_id, id',
          [accountId],
        ),
      ),
  }
}

describe('finding people', () => {
  test('by id, then userId, then email, then anonymous id', async () => {
    const { upsert, person, count } = await setting()
    const [one, two, three] = await upsert([
      { email: 'Ann@Acme.io', fields: { firstName: 'Ann' } },
      { userId: 7, fields: {} },
      { anonymousId: 'a-1', fields: {} },
    ])
    const again = await upsert([
      { email: ' ann@acme.IO ', fields: { firstName: 'Anna' } },
      { userId: '7', email: 'bob@acme.io', fields: {} },
      { anonymousId: 'a-1', fields: { plan: 'pro' } },
      { id: one!.personId, fields: { lastName: 'Ash' } },
    ])
    expect(again.map((result) => result.personId)).toEqual([
      one!.personId,
      two!.personId,
      three!.personId,
      one!.personId,
    ])
    expect(again.map((result) => [result.created, result.changedFields])).toEqual([
      [false, ['firstName']],
      [false, ['email']],
      [false, ['plan']],
      [false, ['lastName']],
    ])
    expect(await count()).toBe(3)
    expect(await person(one!.personId)).toMatchObject({
      email: 'ann@acme.io',
      fields: { firstName: 'Anna', lastName: 'Ash' },
    })
  })

  test('the same person several times in a batch is one person, later words win', async () => {
    const { upsert, person, changes } = await setting()
    const results = await upsert([
      { email: 'x@acme.io', fields: { plan: 'free', city: 'Oslo' }, tags: ['new'] },
      { email: 'X@acme.io', userId: 'u1', fields: { plan: 'pro' } },
      { userId: 'u1', fields: { plan: 'free' }, tags: ['NEW', 'vip'] },
    ])
    const id = results[0]!.personId
    expect(results.map((result) => [result.personId, result.created])).toEqual([
      [id, true],
      [id, false],
      [id, false],
    ])
    expect(await person(id)).toMatchObject({ user_id: 'u1', fields: { plan: 'free', city: 'Oslo' } })
    const news = await changes()
    expect(news.map((change) => change.kind)).toEqual(['person.created', 'tag.added', 'tag.added'])
  })

  test('a key that someone else holds is refused, the rest of a partial batch stands', async () => {
    const { upsert, count } = await setting()
    await upsert([
      { email: 'a@acme.io', userId: 'a', fields: {} },
      { email: 'b@acme.io', userId: 'b', fields: {} },
    ])
    const results = await upsert(
      [
        { userId: 'a', email: 'b@acme.io', fields: {} },
        { id: 999_999_999, fields: {} },
        { fields: { plan: 'pro' } },
        { email: 'not an address', fields: {} },
        { email: 'c@acme.io', fields: {} },
      ],
      { isPartial: true },
    )
    expect(results.map((result) => result.refusal)).toEqual([
      'Another person has this email.',
      'There is no person with the id 999999999.',
      'A person needs an email, a userId or an id.',
      '"not an address" is not an email address.',
      undefined,
    ])
    expect(await count()).toBe(3)
  })

  test('without isPartial one refusal refuses all and names the person', async () => {
    const { upsert, count } = await setting()
    const tried = upsert([
      { email: 'c@acme.io', fields: {} },
      { email: 'nobody', fields: {} },
    ])
    await expect(tried).rejects.toMatchObject({ status: 422, message: 'Person 2: "nobody" is not an email address.' })
    expect(await count()).toBe(0)
  })

  test('existing: ignore leaves people alone, also those of the same batch', async () => {
    const { upsert, person } = await setting()
    const [old] = await upsert([{ email: 'old@acme.io', fields: { plan: 'free' } }])
    const results = await upsert(
      [
        { email: 'old@acme.io', fields: { plan: 'pro' }, tags: ['x'] },
        { email: 'new@acme.io', fields: { plan: 'pro' } },
        { email: 'new@acme.io', fields: { plan: 'team' } },
      ],
      { existing: 'ignore' },
    )
    expect(results.map((result) => result.created)).toEqual([false, true, false])
    expect(await person(old!.personId)).toMatchObject({ fields: { plan: 'free' }, tags: [] })
    expect(await person(results[1]!.personId)).toMatchObject({ fields: { plan: 'pro' } })
  })
})

describe('anonymous people', () => {
  test('become the person who signs in on their device', async () => {
    const { upsert, person, count, changes } = await setting()
    const [visitor] = await upsert([
      { anonymousId: 'dev-1', fields: { source: 'ad', plan: 'free' }, tags: ['visitor'] },
    ])
    const [known] = await upsert([{ email: 'k@acme.io', fields: { plan: 'pro' } }])
    const [merged] = await upsert([{ email: 'k@acme.io', anonymousId: 'dev-1', fields: {} }])
    expect(merged!.personId).toBe(known!.personId)
    expect(await count()).toBe(1)
    expect(await person(known!.personId)).toMatchObject({
      anonymous_id: 'dev-1',
      fields: { plan: 'pro', source: 'ad' },
      tags: [expect.any(Number)],
    })
    expect((await changes()).slice(3).map(({ kind, person_id, ref }) => [kind, person_id, ref])).toEqual([
      ['person.merged', known!.personId, visitor!.personId],
      ['person.erased', visitor!.personId, null],
      ['person.changed', known!.personId, null],
      ['tag.added', known!.personId, expect.any(Number)],
    ])
  })

  test('one device is named once: a second device is an alias, and finds the person afterwards', async () => {
    const { upsert, count } = await setting()
    const [known] = await upsert([{ userId: 'u', anonymousId: 'phone', fields: {} }])
    await upsert([{ userId: 'u', anonymousId: 'laptop', fields: {} }])
    const found = await upsert([
      { anonymousId: 'laptop', fields: {} },
      { anonymousId: 'phone', fields: {} },
    ])
    expect(found.map((result) => result.personId)).toEqual([known!.personId, known!.personId])
    expect(await count()).toBe(1)
  })

  test('somebody else who signs in on a device whose owner is known does not become its owner', async () => {
    const { upsert, count } = await setting()
    const [owner] = await upsert([{ email: 'owner@acme.io', anonymousId: 'shared', fields: {} }])
    const [guest] = await upsert([{ email: 'guest@acme.io', anonymousId: 'shared', fields: {} }])
    expect(guest!.personId).not.toBe(owner!.personId)
    const [visit] = await upsert([{ anonymousId: 'shared', fields: {} }])
    expect(visit!.personId).toBe(owner!.personId)
    expect(await count()).toBe(2)
  })
})

describe('values', () => {
  test('unknown fields are made with a guessed type, which then holds', async () => {
    const { upsert, door, accountId } = await setting()
    await house.db.account(accountId, (tx) => door.seedFields(tx, accountId))
    const [person] = await upsert([
      {
        email: 'v@acme.io',
        fields: {
          'Seats used': 3,
          isPaying: true,
          trialEndsAt: '2026-04-01T10:00:00Z',
          renewsOn: '2026-05-01',
          plan: 'pro',
          address: { city: 'Kyoto', geo: { lat: 35.01 } },
          roles: ['admin', 'dev'],
        },
      },
    ])
    const fields = await house.db.account(accountId, (tx) =>
      tx.rows<{ name: string; type: string; format: string | null }>(
        `select name, type, format from person_fields where account_id = $1 and created_by = 'user' order by account_id, name collate "C"`,
        [accountId],
      ),
    )
    expect(fields.map(({ name, type, format }) => [name, type, format])).toEqual([
      ['Seatsused', 'number', null],
      ['address.city', 'string', null],
      ['address.geo.lat', 'number', null],
      ['isPaying', 'boolean', null],
      ['plan', 'string', null],
      ['renewsOn', 'string', 'date'],
      ['roles', 'any', null],
      ['trialEndsAt', 'string', 'date-time'],
    ])
    const results = await upsert(
      [
        { id: person!.personId, fields: { Seatsused: 'many' } },
        { id: person!.personId, fields: { Seatsused: '4', plan: 12, isPaying: 'no' } },
        { id: person!.personId, fields: { plan: 'x'.repeat(5001) } },
        { id: person!.personId, fields: { renewsOn: '2026-02-30' } },
      ],
      { isPartial: true },
    )
    expect(results.map((result) => result.refusal)).toEqual([
      'Seatsused: "many" is not a number.',
      undefined,
      'plan: a text can be 5000 characters long at the most.',
      'renewsOn: "2026-02-30" is not a date.',
    ])
    expect(results[1]!.changedFields).toEqual(['Seatsused', 'plan', 'isPaying'])
  })

  test('null and empty text empty a field; what stays the same is not a change', async () => {
    const { upsert, person, changes } = await setting()
    const [one] = await upsert([{ email: 'n@acme.io', fields: { plan: 'pro', seats: 3 } }])
    const [again] = await upsert([{ email: 'n@acme.io', fields: { plan: 'pro', seats: '3' } }])
    expect(again!.changedFields).toEqual([])
    expect(await changes()).toHaveLength(1)
    await upsert([{ email: 'n@acme.io', fields: { plan: '', seats: null } }])
    expect(await person(one!.personId)).toMatchObject({ fields: {} })
    expect((await changes())[1]).toMatchObject({
      kind: 'person.changed',
      data: { fields: ['plan', 'seats'], before: { plan: 'pro', seats: 3 }, after: { plan: null, seats: null } },
    })
  })

  test('hostile names stay names', async () => {
    const { upsert, person } = await setting()
    const fields = JSON.parse(
      `{"__proto__":{"isAdmin":true},"constructor":"c","hasOwnProperty":"h","a'); drop table people;--":"x"}`,
    )
    const [one] = await upsert([{ email: 'evil@acme.io', fields }])
    expect((await person(one!.personId))!.fields).toEqual({
      constructor: 'c',
      hasOwnProperty: 'h',
      'adroptablepeople--': 'x',
    })
  })

  test('time zone and unsubscription stand in columns; a person can be sent back as it was read', async () => {
    const { upsert, person } = await setting()
    const [one] = await upsert([
      {
        email: 't@acme.io',
        fields: { timezone: 'europe/lisbon', unsubscribed: 'true', archived: true, updatedAt: 'x', id: 4 },
      },
    ])
    expect(await person(one!.personId)).toMatchObject({
      timezone: 'Europe/Lisbon',
      unsubscribed_at: house.clock.now(),
      archived_at: null,
      fields: {},
    })
    const [bad] = await upsert([{ email: 't@acme.io', fields: { timezone: 'Mars/Base' } }], { isPartial: true })
    expect(bad!.refusal).toBe('timezone: "Mars/Base" is not a time zone, like Europe/Lisbon.')
  })
})

describe('unsubscriptions', () => {
  test('are not taken back by a file or an event, but by a member', async () => {
    const { upsert, person } = await setting()
    const [one] = await upsert([{ email: 'gone@acme.io', fields: { unsubscribed: true, unsubscribeReason: 'enough' } }])
    const isGone = async () => (await person(one!.personId))!.unsubscribed_at !== null
    const back = [{ email: 'gone@acme.io', fields: { unsubscribed: false } }]
    await upsert(back, { source: 'import' })
    await upsert(back, { source: 'ingest' })
    expect(await isGone()).toBe(true)
    await upsert(back, { source: 'manual' })
    expect(await isGone()).toBe(false)
  })

  test('go along when somebody turns out to be somebody else', async () => {
    const { upsert, person } = await setting()
    const [old] = await upsert([{ userId: 'old', fields: { unsubscribed: true, unsubscribeReason: 'enough' } }])
    const [known] = await upsert([{ userId: 'new', fields: {} }])
    const [merged] = await upsert([{ userId: 'new', previousId: 'old', fields: {} }])
    expect(merged!.personId).toBe(known!.personId)
    expect(await person(old!.personId)).toBeUndefined()
    expect(await person(known!.personId)).toMatchObject({
      unsubscribed_at: expect.any(Date),
      unsubscribe_reason: 'enough',
    })
  })
})

describe('walls and crowds', () => {
  test('another account with the same address has a person of its own', async () => {
    const one = await setting()
    const two = await setting()
    const [first] = await one.upsert([{ email: 'same@acme.io', fields: { plan: 'pro' } }])
    const [second] = await two.upsert([{ email: 'same@acme.io', fields: {} }])
    expect(second).toMatchObject({ created: true })
    const [stolen] = await two.upsert([{ id: first!.personId, fields: { plan: 'stolen' } }], { isPartial: true })
    expect(stolen!.refusal).toBe(`There is no person with the id ${first!.personId}.`)
    expect(await one.person(first!.personId)).toMatchObject({ fields: { plan: 'pro' } })
  })

  test('batches with the same new people at once make each of them once', async () => {
    const { upsert, count } = await setting()
    const people = Array.from({ length: 200 }, (_, index) => ({
      email: `p${index}@acme.io`,
      userId: `u${index}`,
      fields: { plan: 'pro', [`only${index % 7}`]: index },
      tags: [`tag${index % 5}`],
    }))
    const shuffled = (seed: number) =>
      people.toSorted((a, b) => ((a.email.length * seed) % 13) - ((b.email.length * seed) % 13))
    const batches = await Promise.all([
      upsert(people),
      upsert(people.toReversed()),
      upsert(shuffled(5)),
      upsert(shuffled(11).toReversed()),
    ])
    expect(await count()).toBe(200)
    expect(batches.flat().filter((result) => result.created)).toHaveLength(200)
  })

  test('batches that change the same people at once do not lock each other up', async () => {
    const { upsert } = await setting()
    const people = Array.from({ length: 300 }, (_, index) => ({ email: `q${index}@acme.io`, fields: { n: 0 } }))
    await upsert(people)
    const rounds = Array.from({ length: 8 }, (_, round) =>
      upsert((round % 2 ? people : people.toReversed()).map((person) => ({ ...person, fields: { n: round + 1 } }))),
    )
    const results = await Promise.all(rounds)
    expect(results.flat().every((result) => result.refusal === undefined)).toBe(true)
  })
})
