import { conflict, type Tx } from '@millrace/kit/server'
import { type Broadcast, isUnderWay, mayBecome } from '../../contract/index.ts'
import type { Broadcasts } from '../ports.ts'
import { type BroadcastRow, holdBroadcast, writeBroadcast } from '../store/rows.ts'
import { shapeBroadcast } from '../store/shape.ts'

/** Ends a broadcast where it stands: what has not left is skipped. */
export const stopForGood = async (tx: Tx, { house, ports }: Broadcasts, row: BroadcastRow): Promise<BroadcastRow> => {
  const now = house.clock.now()
  if (isUnderWay(row.status)) await ports.delivery.stopSends(tx, row.accountId, { broadcastId: row.id }, 'skip')
  return writeBroadcast(tx, row, {
    status: 'canceled',
    pausedAt: null,
    startsAt: null,
    winnerDueAt: null,
    followUpAt: null,
    endedAt: now,
    metricAt: null,
    revision: row.revision + 1,
    updatedAt: now,
  })
}

/** Cancels a broadcast that is scheduled or being sent. */
export const cancelBroadcast = (broadcasts: Broadcasts, accountId: number, id: number): Promise<Broadcast> =>
  broadcasts.house.db.account(accountId, async (tx) => {
    const row = await holdBroadcast(tx, accountId, id)
    if (row.status === 'ab-test-sending-winner')
      throw conflict('The winner is being sent already. Pause it to hold what has not left.')
    if (!mayBecome(row.status, 'canceled'))
      throw conflict('There is nothing to cancel: this broadcast is not under way.')
    const written = await stopForGood(tx, broadcasts, row)
    const { house } = broadcasts
    await house.bell.ring(tx, 'broadcasts', accountId)
    return shapeBroadcast(tx, written, house.clock.now())
  })

const move = ({ house, ports }: Broadcasts, accountId: number, id: number, isPaused: boolean): Promise<Broadcast> =>
  house.db.account(accountId, async (tx) => {
    const row = await holdBroadcast(tx, accountId, id)
    const now = house.clock.now()
    if (!isUnderWay(row.status)) throw conflict('Only what is being sent can be paused.')
    if ((row.pausedAt !== null) === isPaused) return shapeBroadcast(tx, row, now)
    await ports.delivery.stopSends(tx, accountId, { broadcastId: id }, isPaused ? 'hold' : 'go')
    const revision = row.revision + 1
    const written = await writeBroadcast(tx, row, { pausedAt: isPaused ? now : null, revision, updatedAt: now })
    await house.bell.ring(tx, 'broadcasts', accountId)
    return shapeBroadcast(tx, written, now)
  })

/** Holds what has not left. */
export const pauseBroadcast = (broadcasts: Broadcasts, accountId: number, id: number) =>
  move(broadcasts, accountId, id, true)

/** Goes on with what was held. */
export const resumeBroadcast = (broadcasts: Broadcasts, accountId: number, id: number) =>
  move(broadcasts, accountId, id, false)
