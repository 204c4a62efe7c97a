import type { House, Tx } from '@millrace/kit/server'
import { triedOf } from '../figures/variants.ts'
import type { Broadcasts } from '../ports.ts'
import { winnerOf } from '../rules/certainty.ts'
import { isBuilding, problemOf } from '../rules/checkReady.ts'
import { afterPeriod } from '../rules/moments.ts'
import { type BroadcastRow, writeBroadcast } from '../store/rows.ts'
import { begin, failToBegin, queueFreeze } from '../verbs/begin.ts'
import { sendWinner } from '../verbs/pickWinner.ts'
import { feed, MOST_OPEN, nextTurn } from './feed.ts'
import { finish } from './finish.ts'
import { beginFollowUp } from './followUp.ts'
import { openMails } from './open.ts'

/** How soon a broadcast is looked at again: at once, at a time, or when it rings. */
export type Next = 'more' | Date | undefined

/** While mails are on their way they are looked at so often. */
const GOING_MS = 1_000

const soon = (house: House, ms = GOING_MS) => new Date(house.clock.now().getTime() + ms)

const start = async (tx: Tx, broadcasts: Broadcasts, row: BroadcastRow): Promise<Next> => {
  const { house } = broadcasts
  if (!row.startsAt || row.startsAt > house.clock.now()) return row.startsAt ?? undefined
  const problem = await problemOf(tx, row)
  if (problem) {
    await failToBegin(tx, house, row, problem)
    return undefined
  }
  if (await isBuilding(tx, row)) return soon(house)
  await begin(tx, broadcasts, row)
  return undefined
}

const noteExited = async (tx: Tx, row: BroadcastRow, planned: number, open: number) => {
  const exited = Math.max(planned - open, 0)
  if (planned !== row.planned || exited !== row.exited) await writeBroadcast(tx, row, { planned, exited })
}

const afterSample = async (tx: Tx, house: House, row: BroadcastRow): Promise<Next> => {
  const test = row.abTest
  if (!test?.enabled || !test.pickWinner) {
    await finish(tx, house, row)
    return 'more'
  }
  const now = house.clock.now()
  const winnerDueAt = afterPeriod(now, test.waitBeforeWinnerPeriod, test.waitBeforeWinnerPeriodType)
  await writeBroadcast(tx, row, { status: 'ab-testing', winnerDueAt, revision: row.revision + 1, updatedAt: now })
  return winnerDueAt
}

/** Plans who is due, and sees whether that was all. */
const sendOn = async (tx: Tx, broadcasts: Broadcasts, row: BroadcastRow): Promise<Next> => {
  const { house } = broadcasts
  const isRest = row.status === 'ab-test-sending-winner'
  const open = await openMails(tx, row.accountId, row.id)
  const fed = open < MOST_OPEN ? await feed(tx, broadcasts, row, isRest, MOST_OPEN - open) : 0
  await noteExited(tx, row, row.planned + fed, open + fed)
  if (fed) return 'more'
  const due = await nextTurn(tx, row, isRest)
  if (due) return due > house.clock.now() && !open ? due : soon(house)
  if (open) return soon(house)
  if (!isRest) return afterSample(tx, house, row)
  await finish(tx, house, row)
  return 'more'
}

const judgeTest = async (tx: Tx, house: House, row: BroadcastRow): Promise<Next> => {
  const now = house.clock.now()
  if (!row.winnerDueAt || row.winnerDueAt > now) return row.winnerDueAt ?? undefined
  const by = row.abTest?.pickWinnerBy ?? 'open'
  await sendWinner(tx, now, row, winnerOf(await triedOf(tx, row, by)), by)
  return 'more'
}

const STILL_MS = 30_000

/** An audience whose job was lost is taken up again. */
const freezing = async (tx: Tx, house: House, row: BroadcastRow): Promise<Next> => {
  await queueFreeze(tx, house, row.accountId, row.id)
  return soon(house, STILL_MS)
}

/** Does the next thing that a broadcast needs; whoever holds its row calls it. */
export const step = async (tx: Tx, broadcasts: Broadcasts, row: BroadcastRow): Promise<Next> => {
  const { house } = broadcasts
  if (row.followUpAt && row.status === 'sent') {
    if (row.followUpAt > house.clock.now()) return row.followUpAt
    await beginFollowUp(tx, broadcasts, row)
    return 'more'
  }
  if (row.status === 'scheduled') return start(tx, broadcasts, row)
  if (row.pausedAt) return undefined
  if (row.status === 'ab-testing') return judgeTest(tx, house, row)
  if (row.status === 'sending' && !row.frozenAt) return freezing(tx, house, row)
  if (row.status === 'sending' || row.status === 'ab-test-sending-winner') return sendOn(tx, broadcasts, row)
  return undefined
}
