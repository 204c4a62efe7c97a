import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type FaultAt,
  handOver,
  keyOfRow,
  openRelayedWorld,
  planMails,
  type RelayedWorld,
  registerWorker,
  type SendingAccount,
  type SendRow,
  sendingAccount,
  sendsOf,
  statesOf,
} from '../../testing/index.ts'
import { senderOf } from '../openSender.ts'
import { linkList } from '../tracking/links.ts'
import { recordResults } from './recordResults.ts'
import { releaseForgotten } from './releaseForgotten.ts'
import { type ClaimedSend, keyOf } from './row.ts'
import { senderLoop } from './senderLoop.ts'
import { makeWorker } from './workers.ts'

let world: RelayedWorld
const faults: FaultAt = {}
const ports = { recordEvents: async () => undefined, unsubscribe: async () => undefined }

beforeAll(async () => {
  world = await openRelayedWorld({ faults })
})
afterAll(() => world.close())

const nameOf = (row: SendRow | undefined) => keyOf(keyOfRow(row as SendRow))

const plan = (account: SendingAccount, isTransactional = false) =>
  planMails(world, account, { reasonKind: 'broadcast', reasonKey: `b ${isTransactional}`, isTransactional })

/** Rows that a worker was handing over when it was heard of last. */
const handedOverBy = async (worker: string, people: number) => {
  const account = await sendingAccount(world, { people })
  await plan(account)
  return { account, rows: await handOver(world, account, worker) }
}

describe('after power loss', () => {
  it('what the journal does not mention is uncertain, for its last lines are missing', async () => {
    const { account, rows } = await handedOverBy('unplugged', 3)
    mkdirSync(join(world.folder, 'wire'), { recursive: true })
    const journal = join(world.folder, 'wire', 'unplugged.wire')
    const accepted = JSON.stringify({ kind: 'accepted', reply: { code: 250, text: 'kept' } })
    writeFileSync(journal, `w ${nameOf(rows[0])}\na ${nameOf(rows[0])} ${accepted}\nw ${nameOf(rows[1])}\n`)
    const machine = `${hostname()} 11111111-2222-4333-8444-555555555555 pid:[1]`
    await registerWorker(world, { id: 'unplugged', machine, journal, seenAgoMs: 60_000 })
    await world.lookAfterWorkers()
    expect(await statesOf(world, account)).toEqual(['accepted', 'uncertain', 'uncertain'])
  })
})

describe('a worker that lost touch', () => {
  it('does not trust itself with what it held before, once others may have taken it up', async () => {
    const worker = makeWorker(world.house.db, '')
    await worker.beat()
    const isOurs = worker.watchTrust()
    expect(isOurs()).toBe(true)
    const now = Date.now()
    // As when the machine sleeps: its monotonic clock stands still.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 15_000)
    expect([worker.isTrusted(), isOurs()]).toEqual([false, false])
    await worker.beat()
    expect([worker.isTrusted(), isOurs(), worker.watchTrust()()]).toEqual([true, false, true])
    clock.mockRestore()
  })

  it('writes no result over what another one attempts by now', async () => {
    const { account } = await handedOverBy('the other', 1)
    const { accountId } = account
    const write = (worker: string) =>
      world.house.db.system(async (tx) => {
        const send = await tx.one<ClaimedSend>(
          `select account_id as "accountId", reason_at as "reasonAt", id, reason_kind as "reasonKind", email_id as "emailId",
             flow_id as "flowId", step_id as "stepId" from sends where account_id = $1`,
          [accountId],
        )
        const result = { state: 'planned' as const, why: null, reply: null, dueAt: new Date(0), isFree: false }
        await recordResults(
          tx,
          accountId,
          new Date(0),
          [{ send: send as ClaimedSend, result, to: null }],
          ports,
          worker,
        )
      })
    await write('the sleeper')
    expect(await statesOf(world, account)).toEqual(['attempting'])
    await write('the other')
    expect(await statesOf(world, account)).toEqual(['planned'])
  })

  it('keeps its journal until everything that it tells of is settled', async () => {
    const own = senderOf(world.house, ports as never, linkList())
    const sender = await own.open()
    const { journal, id } = sender.worker
    const { account, rows } = await handedOverBy(id, 2)
    for (const row of rows) sender.unsettled.add(nameOf(row))
    const wired = rows[0] as SendRow
    journal.wire(keyOfRow(wired))
    for (let n = 0; n < 45_000; n++) journal.wire({ accountId: 1, reasonAt: wired.reason_at, id: 9_000_000 + n })
    const loop = senderLoop(async () => sender)
    const turn = async () => {
      while ((await loop.work(new Set())) === 'more') {}
      return readFileSync(journal.path, 'utf8').length
    }
    expect(await turn()).toBeGreaterThan(1 << 20)
    const seen = new Set<string>()
    await releaseForgotten(sender, seen)
    await releaseForgotten(sender, seen)
    // Not planned again, which would send the first of them twice.
    expect(await statesOf(world, account)).toEqual(['uncertain', 'planned'])
    expect(await turn()).toBeGreaterThan(1 << 20)
    await releaseForgotten(sender, seen)
    expect(await turn()).toBe(0)
    await own.close()
  })
})

describe('one account whose rows cannot be settled', () => {
  it('keeps no other account back, and is settled when it can be', async () => {
    const bad = await handedOverBy('gone', 1)
    const good = await handedOverBy('gone', 1)
    const refuse = (is: boolean) =>
      world.house.db.system((tx) =>
        tx.run(
          is
            ? `alter table sends add constraint refused check (account_id <> ${bad.account.accountId} or state <> 'uncertain')`
            : 'alter table sends drop constraint refused',
        ),
      )
    await refuse(true)
    await world.lookAfterWorkers()
    expect([await statesOf(world, bad.account), await statesOf(world, good.account)]).toEqual([
      ['attempting'],
      ['uncertain'],
    ])
    await refuse(false)
    await world.lookAfterWorkers()
    expect(await statesOf(world, bad.account)).toEqual(['uncertain'])
  })

  it('does not come about by what a server says: signs that cannot be kept are left out', async () => {
    faults.rcpt = () => '550 5.1.1 no\0such\u0007 user'
    const account = await sendingAccount(world)
    await plan(account)
    await world.sendAll()
    faults.rcpt = undefined
    expect(await sendsOf(world, account)).toMatchObject([{ state: 'bounced', reply: '550 5.1.1 no such  user' }])
  })
})

it('marketing mail that waits for a word does not hide transactional mail that may go again', async () => {
  const account = await sendingAccount(world, { people: 501 })
  await plan(account)
  await world.house.db.system((tx) =>
    tx.run(`update sends set state = 'uncertain', attempts = 1, attempted_at = $2 where account_id = $1`, [
      account.accountId,
      world.house.clock.now(),
    ]),
  )
  await plan({ ...account, personIds: account.personIds.slice(0, 1) }, true)
  await world.house.db.system((tx) =>
    tx.run(
      `update sends set state = 'uncertain', attempts = 1, attempted_at = $2 where account_id = $1 and is_transactional`,
      [account.accountId, world.house.clock.now()],
    ),
  )
  world.house.clock.advance(6_000)
  await world.lookAfterWorkers()
  const states = await statesOf(world, account)
  expect([states.filter((state) => state === 'uncertain').length, states.at(-1)]).toEqual([501, 'planned'])
})
