import { conflict, type House, refused, type Tx } from '@millrace/kit/server'
import type { Broadcast } from '../../contract/index.ts'
import { contentsOf } from '../rules/contents.ts'
import { type BroadcastRow, holdBroadcast, writeBroadcast } from '../store/rows.ts'
import { shapeBroadcast } from '../store/shape.ts'

/** Lets the rest of the audience get a variant. Whoever holds the broadcast's row calls it. */
export const sendWinner = (
  tx: Tx,
  now: Date,
  row: BroadcastRow,
  winner: number,
  winnerBy: 'open' | 'click' | 'hand',
): Promise<BroadcastRow> =>
  writeBroadcast(tx, row, {
    status: 'ab-test-sending-winner',
    winner,
    winnerBy,
    winnerPickedAt: now,
    winnerDueAt: null,
    revision: row.revision + 1,
    updatedAt: now,
  })

/** Picks the winner by hand, without waiting for the test's own time. */
export const pickWinner = (house: House, accountId: number, id: number, variantId: string): Promise<Broadcast> =>
  house.db.account(accountId, async (tx) => {
    const row = await holdBroadcast(tx, accountId, id)
    if (row.status !== 'ab-testing') throw conflict('A winner can be picked while the test is going on.')
    const winner = contentsOf(row).findIndex((content) => content.variantId === variantId)
    if (winner < 0) throw refused('This test has no such variant.')
    const now = house.clock.now()
    const written = await sendWinner(tx, now, row, winner, 'hand')
    await house.bell.ring(tx, 'broadcasts', accountId)
    return shapeBroadcast(tx, written, now)
  })
