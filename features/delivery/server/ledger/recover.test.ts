import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  keyOfRow,
  openRelayedWorld,
  planMails,
  type RelayedWorld,
  registerWorker,
  type SendRow,
  sendingAccount,
  sendsOf,
  statesOf,
} from '../../testing/index.ts'
import { messageIdOf, sendOfMessageId } from './messageId.ts'
import { keyOf } from './row.ts'
import { machineName } from './workers.ts'

let world: RelayedWorld

beforeAll(async () => {
  world = await openRelayedWorld()
})
beforeEach(async () => {
  // What the tests before left to be sent goes first.
  world.house.clock.advance(5_000)
  await world.sendAll()
  world.receiver.mails.length = 0
})
afterAll(() => world.close())

/** Rows that stand as if a worker had died over them. */
const leftBehind = async (states: string[], worker: string) => {
  const account = await sendingAccount(world, { people: states.length })
  const now = world.house.clock.now()
  await planMails(world, account, { reasonKind: 'broadcast' })
  const rows = await sendsOf(world, account)
  await world.house.db.system(async (tx) => {
    for (const [index, state] of states.entries()) {
      await tx.run(
        `update sends set state = $3, claimed_by = $4, attempts = $5, attempted_at = $6, to_address = $7
         where account_id = $1 and id = $2`,
        [
          account.accountId,
          rows[index]?.id,
          state,
          worker,
          state === 'attempting' ? 1 : 0,
          now,
          `p${index}@example.org`,
        ],
      )
    }
  })
  return { account, rows }
}

/** A worker on this machine that was heard of just now. */
const register = (id: string, pid: number, journal: string) =>
  registerWorker(world, { id, pid, journal, machine: machineName(), seenAgoMs: 0 })

/** No process has this number. */
const NOBODY = 2 ** 22 + 12_345

describe('rows of a worker that was killed on this machine', () => {
  it('are settled by what its journal says', async () => {
    const states = ['claimed', 'attempting', 'attempting', 'attempting', 'attempting']
    const { account, rows } = await leftBehind(states, 'killed')
    const journal = join(world.folder, 'wire', 'killed.wire')
    mkdirSync(join(world.folder, 'wire'), { recursive: true })
    const name = (index: number) => keyOf(keyOfRow(rows[index] as SendRow))
    const accepted = JSON.stringify({ kind: 'accepted', reply: { code: 250, text: 'kept' } })
    writeFileSync(
      journal,
      `w ${name(2)}\nw ${name(3)}\na ${name(3)} ${accepted}\nw ${name(4)}\na ${name(4)} {"kind":"acc`,
    )
    await register('killed', NOBODY, journal)
    await world.lookAfterWorkers()
    // Never claimed for good; not on the wire; on the wire without an answer; answered; the answer cut short.
    expect(await statesOf(world, account)).toEqual(['planned', 'planned', 'uncertain', 'accepted', 'uncertain'])
    expect(existsSync(journal)).toBe(false)
    world.house.clock.advance(5_000)
    await world.sendAll()
    expect(world.receiver.mails.map((mail) => mail.to)).toEqual(['p0@example.org', 'p1@example.org'])
    expect(await statesOf(world, account)).toEqual(['accepted', 'accepted', 'uncertain', 'accepted', 'uncertain'])
  })

  it('are all uncertain where its journal is lost, apart from those that were only claimed', async () => {
    const { account } = await leftBehind(['claimed', 'attempting'], 'lost')
    await register('lost', NOBODY, join(world.folder, 'wire', 'nowhere.wire'))
    await world.lookAfterWorkers()
    expect(await statesOf(world, account)).toEqual(['planned', 'uncertain'])
  })

  it('are taken up where nobody knows their worker', async () => {
    const { account } = await leftBehind(['claimed', 'attempting'], 'nameless')
    await world.lookAfterWorkers()
    expect(await statesOf(world, account)).toEqual(['planned', 'uncertain'])
  })
})

describe('a worker elsewhere', () => {
  it('keeps its rows while it gives signs of life, and loses them when it is silent', async () => {
    const { account } = await leftBehind(['claimed', 'attempting'], 'far')
    await registerWorker(world, { id: 'far', machine: 'another machine', journal: '', seenAgoMs: 10_000 })
    await world.lookAfterWorkers()
    expect(await statesOf(world, account)).toEqual(['claimed', 'attempting'])
    await world.house.db.system((tx) =>
      tx.run(`update workers set seen_at = clock_timestamp() - interval '25 seconds' where id = 'far'`),
    )
    await world.lookAfterWorkers()
    expect(await statesOf(world, account)).toEqual(['planned', 'uncertain'])
  })
})

describe('the Message-ID', () => {
  it('is made from the row and read back, and cannot be made up', () => {
    const send = { accountId: 12, id: 3456, reasonAt: new Date('2026-11-21T10:00:00.123Z') }
    const id = messageIdOf(world.house.keys, send, 'acme.example')
    expect(id).toMatch(/^<[\w.-]+@acme\.example>$/)
    expect(sendOfMessageId(world.house.keys, id)).toEqual(send)
    expect(sendOfMessageId(world.house.keys, id.replace('<c.', '<d.'))).toBeUndefined()
    expect(sendOfMessageId(world.house.keys, '<random@example.org>')).toBeUndefined()
  })
})
