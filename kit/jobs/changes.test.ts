import { describe, expect, test } from 'vitest'
import { type TestHouse, testHouse } from '../testing/index.ts'
import { becauseOf } from './causes.ts'
import { recordChanges, takeChanges } from './changes.ts'
import { changesLoop } from './changesLoop.ts'
import { holdChanges } from './lane.ts'
import type { Change, NewChange, Reactor } from './reactor.ts'

const record = (house: TestHouse, accountId: number, ...changes: NewChange[]) =>
  house.db.account(accountId, (tx) => recordChanges(tx, house, accountId, changes))

const waiting = (house: TestHouse, accountId: number) =>
  house.db.account(accountId, (tx) =>
    tx.rows<{ kind: string }>('select kind from changes where account_id = $1 order by account_id, id', [accountId]),
  )

/** Remembers what it is shown and answers with the news that each change causes. */
const listener = (name: string, causes: Record<string, string> = {}) => {
  const seen: string[] = []
  const reactor: Reactor = {
    name,
    react: async (_tx, _accountId, changes) => {
      seen.push(...changes.map(({ kind }) => kind))
      return changes.flatMap(({ kind }) => (causes[kind] ? [{ kind: causes[kind], personId: null }] : []))
    },
  }
  return { reactor, seen }
}

describe('changes', () => {
  test('each reactor sees each change once, in order, with what was written', async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    const at = new Date('2026-03-01T00:00:00Z')
    await record(
      house,
      accountId,
      { kind: 'tag.added', personId: 7, ref: 3 },
      { kind: 'event', personId: 8, data: { eventId: 5 }, at },
    )
    const shown: Change[] = []
    const first: Reactor = { name: 'first', react: async (_tx, _account, changes) => void shown.push(...changes) }
    const second = listener('second')
    expect(await house.takeChanges([first, second.reactor], accountId)).toBe(2)
    expect(shown.map(({ id: _id, ...rest }) => rest)).toEqual([
      { at: house.clock.now(), kind: 'tag.added', personId: 7, ref: 3, data: null },
      { at, kind: 'event', personId: 8, ref: null, data: { eventId: 5 } },
    ])
    expect(second.seen).toEqual(['tag.added', 'event'])
    expect(await house.takeChanges([first, second.reactor], accountId)).toBe(0)
    expect(second.seen).toHaveLength(2)
  })

  test('a mass is written as it is, whether its changes are alike or not', async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    const people = Array.from({ length: 300 }, (_, nth) => nth + 1)
    const at = new Date('2026-03-01T00:00:00Z')
    const by = { flowId: 9, depth: 1 }
    const causeOf = (subject: number) => (subject === 300 ? { flowId: 9, depth: 2 } : { ...by })
    const masses = [
      people.map((personId): NewChange => ({ kind: 'tag.added', personId, ref: 3 })),
      people.map((personId): NewChange => ({ kind: 'tag.added', personId, ref: personId % 2, at })),
      people.map((personId): NewChange => ({ kind: 'event', personId, data: { eventId: personId } })),
    ]
    await house.db.account(accountId, async (tx) => {
      for (const mass of masses) await recordChanges(tx, house, accountId, mass)
      await becauseOf(tx, causeOf, () => recordChanges(tx, house, accountId, masses[0]!))
      await becauseOf(
        tx,
        () => ({ ...by }),
        () => recordChanges(tx, house, accountId, masses[0]!),
      )
    })
    const shown: Change[] = []
    await house.takeChanges([{ name: 'all', react: async (_tx, _account, all) => void shown.push(...all) }], accountId)
    const rest = { at: house.clock.now(), ref: null, data: null }
    const caused = (depth: number) => ({ data: { by: { flowId: 9, depth } } })
    expect(shown.map(({ id: _id, ...change }) => change)).toEqual([
      ...masses.flat().map((change) => ({ ...rest, ...change })),
      ...masses[0]!.map((change) => ({ ...rest, ...change, ...caused(change.personId === 300 ? 2 : 1) })),
      ...masses[0]!.map((change) => ({ ...rest, ...change, ...caused(1) })),
    ])
  })

  test('news reach later and earlier reactors, each once', async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    await record(house, accountId, { kind: 'tag.added', personId: 1 })
    const low = listener('low', { 'goal.reached': 'person.changed' })
    const middle = listener('middle', { 'tag.added': 'segment.entered' })
    const high = listener('high', { 'segment.entered': 'goal.reached' })
    await house.takeChanges([low.reactor, middle.reactor, high.reactor], accountId)
    const all = ['tag.added', 'segment.entered', 'goal.reached', 'person.changed']
    for (const { seen } of [low, middle, high]) expect(seen.toSorted()).toEqual(all.toSorted())
  })

  test('news that never end are refused, and nothing is lost', async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    await record(house, accountId, { kind: 'ping', personId: null })
    const echo = listener('echo', { ping: 'ping' })
    await expect(house.takeChanges([echo.reactor], accountId)).rejects.toThrow('keep causing each other')
    expect(await waiting(house, accountId)).toEqual([{ kind: 'ping' }])
  })

  test('a reactor that fails loses nothing, and what others wrote in that transaction is undone', async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    await record(house, accountId, { kind: 'tag.added', personId: 1 }, { kind: 'tag.added', personId: 2 })
    const writer: Reactor = {
      name: 'writer',
      react: async (tx, account) => {
        await tx.run('update accounts set name = $2 where id = $1', [account, 'changed'])
        return undefined
      },
    }
    const broken: Reactor = { name: 'broken', react: () => Promise.reject(new Error('out of order')) }
    await expect(house.takeChanges([writer, broken], accountId)).rejects.toThrow('out of order')
    expect(await waiting(house, accountId)).toHaveLength(2)
    const name = () =>
      house.db.system((tx) => tx.one<{ name: string }>('select name from accounts where id = $1', [accountId]))
    expect((await name())?.name).toBe('Acme')
    const healed = listener('healed')
    expect(await house.takeChanges([writer, healed.reactor], accountId)).toBe(2)
    expect(healed.seen).toHaveLength(2)
    expect((await name())?.name).toBe('changed')
  })

  test('one worker at a time holds an account, and another account is not held up', async () => {
    const house = await testHouse()
    const [one, other] = [await house.newAccount(), await house.newAccount()]
    await record(house, one.accountId, { kind: 'a', personId: null })
    await record(house, other.accountId, { kind: 'b', personId: null })
    const { reactor } = listener('any')
    let meanwhile: (number | undefined)[] = []
    const busy: Reactor = {
      name: 'busy',
      react: async () => {
        meanwhile = [
          await takeChanges(house.db, house.clock, [reactor], one.accountId),
          await takeChanges(house.db, house.clock, [reactor], other.accountId),
        ]
        return undefined
      },
    }
    expect(await takeChanges(house.db, house.clock, [busy], one.accountId)).toBe(1)
    expect(meanwhile).toEqual([undefined, 1])
  })

  test('changes of a transaction that is rolled back do not exist', async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    const failing = house.db.account(accountId, async (tx) => {
      await recordChanges(tx, house, accountId, [{ kind: 'tag.added', personId: 1 }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await waiting(house, accountId)).toEqual([])
  })

  test('the loop finds accounts that rang, and without a ring looks for itself', async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    const { reactor, seen } = listener('any')
    const loop = changesLoop(house.db, house.clock, [reactor])
    await record(house, accountId, { kind: 'rung', personId: null })
    expect(await loop.work(new Set([accountId]))).toBe('more')
    await record(house, accountId, { kind: 'found', personId: null })
    expect(await loop.work(new Set([0]))).toBe('more')
    expect(await loop.work(new Set())).toBeUndefined()
    expect(seen.filter((kind) => kind === 'rung' || kind === 'found')).toEqual(['rung', 'found'])
  })

  test('changes of a lane that somebody else holds are taken soon after, without another ring', async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    const seen: Change[] = []
    const reactor: Reactor = { name: 'watching', react: async (_tx, _account, changes) => void seen.push(...changes) }
    const loop = changesLoop(house.db, house.clock, [reactor])
    await record(house, accountId, { kind: 'event', personId: 1 })
    await house.db.system(async (tx) => {
      await holdChanges(tx, accountId)
      const next = await loop.work(new Set([accountId]))
      expect((next as Date).getTime() - house.clock.now().getTime()).toBe(25)
      expect(seen).toEqual([])
    })
    expect(await loop.work(new Set())).toBe('more')
    expect(seen).toHaveLength(1)
    expect(await loop.work(new Set())).toBeUndefined()
  })

  test('a change that cannot be taken is put aside with its reason; those around it are taken', async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    const seen: number[] = []
    let isMended = false
    const reactor: Reactor = {
      name: 'picky',
      react: async (tx, _account, changes) => {
        if (!isMended && changes.some(({ personId }) => personId === 7)) await tx.rows('select 1 / 0')
        seen.push(...changes.map(({ personId }) => personId as number))
        return []
      },
    }
    await record(house, accountId, ...[...Array(12).keys()].map((personId) => ({ kind: 'event', personId })))
    const loop = changesLoop(house.db, house.clock, [reactor])
    for (let turn = 0; turn < 100; turn++) await loop.work(new Set([accountId]))
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11])
    const parked = () =>
      house.db.account(accountId, (tx) =>
        tx.rows<{ person_id: number; reason: string }>(
          'select person_id, reason from parked_changes where account_id = $1',
          [accountId],
        ),
      )
    expect(await parked()).toEqual([{ person_id: 7, reason: 'division by zero' }])
    isMended = true
    await changesLoop(house.db, house.clock, [reactor]).work(new Set([accountId]))
    expect(seen.at(-1)).toBe(7)
    expect(await parked()).toEqual([])
  })

  test('a connection that breaks puts nothing aside', async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    const broken = Object.assign(new Error('gone'), { code: '57P01' })
    const reactor: Reactor = { name: 'cut off', react: () => Promise.reject(broken) }
    await record(house, accountId, { kind: 'event', personId: 1 })
    const loop = changesLoop(house.db, house.clock, [reactor])
    for (let turn = 0; turn < 20; turn++) await expect(loop.work(new Set([accountId]))).rejects.toThrow('gone')
    expect(await waiting(house, accountId)).toHaveLength(1)
  })
})

describe('a mass of changes', () => {
  const mass = (kind: string) => Array.from({ length: 1_500 }, (): NewChange => ({ kind, personId: null }))
  const open = async () => {
    const house = await testHouse()
    const { accountId } = await house.newAccount()
    const batches: string[][] = []
    const reactor: Reactor = {
      name: 'batches',
      react: async (_tx, _accountId, changes) => void batches.push(changes.map(({ kind }) => kind)),
    }
    const loop = changesLoop(house.db, house.clock, [reactor])
    return { house, accountId, batches, work: () => loop.work(new Set([accountId])) }
  }

  test('lets later changes pass, by turns, and each is taken once', async () => {
    const { house, accountId, batches, work } = await open()
    for (const kind of ['first', 'second', 'third']) await record(house, accountId, ...mass(kind))
    await record(house, accountId, { kind: 'live', personId: null })
    await work()
    expect(batches).toEqual([['live']])
    await record(house, accountId, { kind: 'later', personId: null })
    await work()
    expect(batches[1]).toEqual([...Array(1_500).fill('first'), ...Array(500).fill('second')])
    await work()
    expect(batches[2]).toEqual(['later'])
    while ((await work()) === 'more');
    const all = batches.flat()
    const countOf = (kind: string) => all.filter((one) => one === kind).length
    expect(['first', 'second', 'third', 'live', 'later'].map(countOf)).toEqual([1_500, 1_500, 1_500, 1, 1])
    expect(await waiting(house, accountId)).toEqual([])
  })

  test('does not wait for ever behind changes that keep coming', async () => {
    const { house, accountId, batches, work } = await open()
    await record(house, accountId, ...mass('mass'))
    for (let n = 0; n < 3; n++) {
      await record(house, accountId, { kind: 'live', personId: null })
      await work()
    }
    expect(batches.flat().filter((kind) => kind === 'mass')).toHaveLength(1_500)
  })
})
