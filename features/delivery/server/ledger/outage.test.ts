import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { House } from '@millrace/kit/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type FaultAt,
  handOver,
  keyOfRow,
  openRelayedWorld,
  planMails,
  type RelayedWorld,
  registerWorker,
  type SendRow,
  sendingAccount,
  statesOf,
} from '../../testing/index.ts'
import { senderOf } from '../openSender.ts'
import { linkList } from '../tracking/links.ts'
import { openJournal, readJournal } from './journal.ts'
import { releaseForgotten } from './releaseForgotten.ts'
import { type ClaimedSend, keyOf } from './row.ts'
import type { Sender } from './sendBatch.ts'
import { senderLoop } from './senderLoop.ts'
import { makeWorker } from './workers.ts'

let world: RelayedWorld
const faults: FaultAt = {}
const ports = { recordEvents: async () => undefined, unsubscribe: async () => undefined } as never

beforeAll(async () => {
  world = await openRelayedWorld({ faults })
})
beforeEach(() => {
  world.receiver.mails.length = 0
})
afterAll(() => world.close())

const planned = async (people: number) => {
  const account = await sendingAccount(world, { people })
  await planMails(world, account, { isTransactional: false })
  return account
}

/** Lets the clock by which waiting is measured jump. */
const jump = (ms: number) => {
  const now = performance.now.bind(performance)
  return vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
}

describe('a database that is away for 90 seconds while a batch is on the wire', () => {
  it('neither loses nor repeats a mail: what the receiver said is in the journal until the ledger has it', async () => {
    let isAway = false
    const db: House['db'] = {
      ...world.house.db,
      system: async (work) => {
        if (isAway) throw new Error('The database is away.')
        return world.house.db.system(work)
      },
    }
    const own = senderOf({ ...world.house, db }, ports, linkList())
    const sender: Sender = await own.open()
    const account = await planned(40)
    // As long as it is after a morning's work: big enough to be emptied.
    for (let n = 0; n < 45_000; n++)
      sender.worker.journal.wire({ accountId: account.accountId, reasonAt: new Date(), id: 9_000_000 + n })
    faults.message = () => {
      isAway = true
      return undefined
    }
    const loop = senderLoop(async () => sender)
    const turn = async () => {
      while ((await loop.work(new Set([account.accountId]))) === 'more') {}
    }
    const going = turn().catch((error: Error) => error)
    await vi.waitFor(() => expect(world.receiver.mails).toHaveLength(40), 30_000)
    const away = jump(90_000)
    expect(await going).toMatchObject({ message: 'The database is away.' })
    // It tries in vain for as long as the database is away, and rests in between.
    await expect(turn()).rejects.toThrow('away')
    isAway = false
    faults.message = undefined
    away.mockRestore()
    await sender.worker.beat()
    const seen = new Set<string>()
    for (let round = 0; round < 3; round++) {
      await turn()
      await releaseForgotten(sender, seen)
      world.house.clock.advance(3_000)
    }
    await turn()
    expect(new Set(await statesOf(world, account))).toEqual(new Set(['accepted']))
    expect(world.receiver.mails).toHaveLength(40)
    // Now that all is settled it is emptied.
    expect(readFileSync(sender.worker.journal.path, 'utf8')).toHaveLength(0)
    await own.close()
  }, 60_000)
})

it('a worker that was taken for dead, and whose journal was removed, keeps one again from its next sign of life', async () => {
  const worker = makeWorker(world.house.db, join(world.folder, 'wire'))
  await worker.beat()
  rmSync(worker.journal.path)
  const away = jump(30_000)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000)
  await worker.beat()
  worker.journal.wire({ accountId: 1, reasonAt: new Date(0), id: 7 })
  expect(readJournal(worker.journal.path)?.get('1.0.7')).toBe('wired')
  clock.mockRestore()
  away.mockRestore()
  worker.end()
})

const OTHER_BOOT = '11111111-2222-4333-8444-555555555555'

/** Rows that a worker was handing over when its machine went off. */
const handedOver = async (worker: string, people: number) => {
  const account = await planned(people)
  return { account, rows: await handOver(world, account, worker) }
}

/** A journal in which all of these mails were taken, as it was on the disk when `bytes` of it were. */
const journalOf = (worker: string, rows: readonly SendRow[], bytes: (all: number) => number) => {
  mkdirSync(join(world.folder, 'wire'), { recursive: true })
  const path = join(world.folder, 'wire', `${worker}.wire`)
  const journal = openJournal(path)
  for (const row of rows) journal.wire(keyOfRow(row))
  for (const row of rows) journal.answered(keyOfRow(row), { kind: 'accepted', reply: { code: 250, text: 'kept' } })
  journal.settled()
  const all = readFileSync(path, 'latin1')
  const cut = bytes(all.length)
  writeFileSync(path, all.slice(0, cut))
  const answers = all
    .slice(0, cut)
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('a ')).length
  return { path, answers }
}

/** Lets the worker's machine be back after another start, and the worker be looked for. */
const buried = async (id: string, journal: string, boot: string) => {
  await registerWorker(world, { id, machine: `${hostname()} ${boot} pid:[1]`, journal, seenAgoMs: 60_000 })
  await world.lookAfterWorkers()
}

describe('a machine that lost its power', () => {
  it('sends nothing again, wherever its journal was cut: what it does not tell of is uncertain', async () => {
    for (let cut = 0; cut < 16; cut++) {
      const worker = `unplugged ${cut}`
      const { account, rows } = await handedOver(worker, 4)
      const { path, answers } = journalOf(worker, rows, (all) => Math.floor(((cut + Math.random()) / 16) * all))
      await buried(worker, path, OTHER_BOOT)
      const states = await statesOf(world, account)
      expect(states).toEqual(rows.map((_row, index) => (index < answers ? 'accepted' : 'uncertain')))
      expect(existsSync(path)).toBe(false)
    }
  })

  it('is taken up after any cut, also between the last two signs of a line, and where the disk left zeros', async () => {
    const { account, rows } = await handedOver('zeros', 2)
    const { path } = journalOf('zeros', rows, (all) => all - 2)
    writeFileSync(
      path,
      `${readFileSync(path, 'latin1')}${'\0'.repeat(40)}\na ${keyOf(keyOfRow(rows[1] as SendRow))} \0\0}\n`,
    )
    await buried('zeros', path, OTHER_BOOT)
    expect(await statesOf(world, account)).toEqual(['accepted', 'uncertain'])
  })

  it('has half a name for no other row', () => {
    const path = join(world.folder, 'half.wire')
    const send = { accountId: 1, reasonAt: new Date(0), id: 1 } as ClaimedSend
    const accepted = JSON.stringify({ kind: 'accepted', reply: { code: 250, text: 'kept' } })
    writeFileSync(path, `w ${keyOf(send)}\na ${keyOf(send)} ${accepted}\nw ${keyOf({ ...send, id: 12 }).slice(0, -1)}`)
    expect(readJournal(path)?.get(keyOf(send))).toMatchObject({ kind: 'accepted' })
  })
})
