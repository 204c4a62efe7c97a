import { peopleDoor } from '@millrace/people/server'
import type { Condition, Conditions } from '@millrace/segments/contract'
import { createSegment } from '@millrace/segments/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { broadcastingAccount, EVERYBODY, openWorld, type World } from '../testing/index.ts'
import { freezeChunk } from './freeze/freezeAudience.job.ts'
import { broadcastPeopleExport } from './people/exportPeople.ts'
import { personBroadcasts } from './people/personBroadcasts.ts'
import { broadcastsOfEmails, broadcastsOfSegment } from './uses.ts'

let world: World

beforeAll(async () => {
  world = await openWorld({ keepSource: false })
})
afterAll(() => world.close())

describe('a large audience', () => {
  it('is frozen part by part, goes on where it was, and takes nobody twice', async () => {
    const account = await broadcastingAccount(world, { people: 5_100 })
    await account.unsubscribe(account.personIds.slice(5_000, 5_010))
    const { id } = await account.draft()
    await account.send(id)
    await account.client.call('pauseBroadcast', { params: { id } })
    const ports = {
      delivery: world.mail.delivery,
      queueExport: peopleDoor(world.house).queueExport,
      peopleOfSegment: world.peopleOfSegment,
    }
    const freeze = () => freezeChunk({ house: world.house, ports }, account.accountId, id)
    expect(await freeze()).toBe(false)
    expect(await account.get(id)).toMatchObject({ isFrozen: false, peopleEntered: 5_000, peopleExcluded: 0 })
    // Whoever was killed in the middle and whoever took over both go on.
    const [first, second] = await Promise.all([freeze(), freeze()])
    expect([first, second]).toEqual([true, true])
    expect(await account.get(id)).toMatchObject({ isFrozen: true, peopleEntered: 5_090, peopleExcluded: 10 })
    const rows = await world.house.db.system((tx) =>
      tx.one<{ count: number }>(
        'select count(*)::int as count from broadcast_recipients where account_id = $1 and broadcast_id = $2',
        [account.accountId, id],
      ),
    )
    expect(rows?.count).toBe(5_100)
  })
})

describe('a segment that is being worked out', () => {
  const has = (value: string) => ({ type: 'tag' as const, value, condition: 'has' as const })
  const group = (condition: Condition): Conditions => ({ type: 'group', operator: 'and', conditions: [condition] })
  const isBuilt = (accountId: number, ...segmentIds: number[]) =>
    world.house.db.system((tx) =>
      tx.run('update segment_states set building = null where account_id = $1 and segment_id = any($2::bigint[])', [
        accountId,
        segmentIds,
      ]),
    )

  it('is not written to, nor is one that asks who is in it', async () => {
    const account = await broadcastingAccount(world, { people: 3 })
    const { accountId, client } = account
    const make = (name: string, conditions: Conditions) => createSegment(world.house, accountId, { name, conditions })
    const never = await make('Never write to', group(has('never')))
    const inner = await make('May be written to', group({ type: 'segment', value: never.id, condition: 'not in' }))
    const outer = await make('Nearly all', group({ type: 'segment', value: inner.id, condition: 'in' }))
    const { id } = await account.draft({ audience: { type: 'segment', segmentId: outer.id } })
    const later = await account.draft({
      audience: { type: 'segment', segmentId: outer.id },
      sendAt: new Date(world.house.clock.now().getTime() + 60_000).toISOString(),
    })
    await account.send(later.id)
    world.house.clock.advance(61_000)
    for (const built of [outer.id, inner.id]) {
      const refused = await client.send('sendBroadcast', { params: { id } })
      expect([refused.status, refused.body]).toMatchObject([
        503,
        { error: { message: 'Segment is still building 🏗. Please try again in a few minutes.' } },
      ])
      await world.work()
      expect((await account.get(later.id)).status).toBe('scheduled')
      await isBuilt(accountId, built)
    }
    await isBuilt(accountId, never.id)
    expect((await account.send(id)).status).toBe('sending')
    world.house.clock.advance(1_000)
    await world.work()
    expect((await account.get(later.id)).status).not.toBe('scheduled')
  })
})

describe('people who are no more', () => {
  it('do not count among those who are still to be written to', async () => {
    const account = await broadcastingAccount(world, { people: 5 })
    const { accountId } = account
    const [kept = 0, gone = 0, erased = 0] = account.personIds
    const { id } = await account.draft()
    await account.send(id)
    await account.client.call('pauseBroadcast', { params: { id } })
    await world.work()
    expect(await account.get(id)).toMatchObject({ isFrozen: true, peopleEntered: 5, peopleExcluded: 0 })
    const part = personBroadcasts(world.house)
    const merge = { kept, gone, address: null, formerAddresses: [] }
    await world.house.db.account(accountId, (tx) => part.merge(tx, accountId, merge))
    expect(await account.get(id)).toMatchObject({ peopleEntered: 4, peopleExcluded: 1 })
    await world.house.db.account(accountId, (tx) => part.erase(tx, accountId, [erased]))
    // Said again, nothing changes.
    await world.house.db.account(accountId, (tx) => part.merge(tx, accountId, merge))
    await world.house.db.account(accountId, (tx) => part.erase(tx, accountId, [erased]))
    expect(await account.get(id)).toMatchObject({ peopleEntered: 3, peopleExcluded: 1 })
    await account.client.call('resumeBroadcast', { params: { id } })
    await world.work()
    await world.pass(1_000)
    expect(new Set((await account.mails(id)).map(({ personId }) => personId))).toEqual(
      new Set(account.personIds.filter((one) => one !== gone && one !== erased)),
    )
    expect(await account.get(id)).toMatchObject({ status: 'sent', peopleEntered: 3, peopleExcluded: 1 })
  })

  it('count as before where they were written to', async () => {
    const account = await broadcastingAccount(world, { people: 3 })
    const { accountId } = account
    const [kept = 0, gone = 0, erased = 0] = account.personIds
    const { id } = await account.draft()
    await account.send(id)
    await world.work()
    await world.pass(1_000)
    const part = personBroadcasts(world.house)
    const merge = { kept, gone, address: null, formerAddresses: [] }
    await world.house.db.account(accountId, (tx) => part.merge(tx, accountId, merge))
    await world.house.db.account(accountId, (tx) => part.erase(tx, accountId, [erased]))
    expect(await account.get(id)).toMatchObject({ status: 'sent', peopleEntered: 3, peopleExcluded: 0 })
  })
})

describe('the people behind a figure', () => {
  it('are exported line by line, with what is said of each', async () => {
    const account = await broadcastingAccount(world, { people: 5 })
    const [one = 0, two = 0] = account.personIds
    await account.unsubscribe([one])
    const { id } = await account.draft()
    await account.send(id)
    await world.work()
    await world.pass(1_000)
    await account.read(id, [two])
    const linesOf = async (figure: string) => {
      const lines: { personId: number; cells: readonly string[] }[] = []
      let place = ''
      do {
        const page = await world.house.db.system((tx) =>
          broadcastPeopleExport.next(tx, account.accountId, { id, figure }, place, 2),
        )
        lines.push(...page.rows)
        place = page.place
      } while (place)
      return lines
    }
    expect((await linesOf('delivered')).map(({ personId }) => personId).sort()).toEqual(account.personIds.slice(1))
    expect((await linesOf('opened')).map(({ personId }) => personId)).toEqual([two])
    expect(await linesOf('not-opened')).toHaveLength(3)
    expect((await linesOf('excluded')).map(({ cells }) => cells[3])).toEqual(['The person has unsubscribed.'])
    const { message } = await account.client.call('exportBroadcastPeople', {
      params: { id },
      body: { figure: 'opened', notifyEmail: 'mara@acme.example' },
    })
    expect(message).toBe('The export will be emailed to mara@acme.example shortly.')
  })
})

describe('what a broadcast uses', () => {
  it('is told to emails and segments until it has been sent', async () => {
    const account = await broadcastingAccount(world, { people: 1 })
    const { accountId, emailId } = account
    const { id } = await account.draft()
    const uses = () =>
      world.house.db.account(accountId, async (tx) => ({
        ofEmail: (await broadcastsOfEmails(tx, accountId, [emailId])).get(emailId) ?? [],
        ofSegment: await broadcastsOfSegment(tx, accountId, EVERYBODY),
      }))
    const use = { id, name: 'News', kind: 'broadcast' }
    expect(await uses()).toEqual({ ofEmail: [{ ...use, isActive: false }], ofSegment: [{ ...use, isActive: false }] })
    const sendAt = new Date(world.house.clock.now().getTime() + 60_000).toISOString()
    await account.client.call('updateBroadcast', { params: { id }, body: { sendAt } })
    await account.send(id)
    expect((await uses()).ofEmail).toEqual([{ ...use, isActive: true }])
    await world.pass(61_000)
    expect(await uses()).toEqual({ ofEmail: [], ofSegment: [] })
  })
})
