import { conflict, type House, type Tx } from '@millrace/kit/server'
import { type Broadcast, mayBecome } from '../../contract/index.ts'
import type { Broadcasts } from '../ports.ts'
import { refuseUnready, refuseWhileBuilding } from '../rules/checkReady.ts'
import { firstMoment } from '../rules/moments.ts'
import { type BroadcastRow, holdBroadcast, writeBroadcast } from '../store/rows.ts'
import { shapeBroadcast } from '../store/shape.ts'
import { begin } from './begin.ts'

const ZONE = 'select timezone from accounts where id = $1'

/** The account's time zone. */
export const zoneOfAccount = async (tx: Tx, accountId: number): Promise<string> =>
  (await tx.one<{ timezone: string | null }>(ZONE, [accountId]))?.timezone ?? 'UTC'

const schedule = (tx: Tx, house: House, row: BroadcastRow, startsAt: Date) => {
  const now = house.clock.now()
  return writeBroadcast(tx, row, { status: 'scheduled', startsAt, revision: row.revision + 1, updatedAt: now })
}

/** Sends a broadcast off: at once, or when its time comes. */
export const sendBroadcast = (broadcasts: Broadcasts, accountId: number, id: number): Promise<Broadcast> =>
  broadcasts.house.db.account(accountId, async (tx) => {
    const { house } = broadcasts
    const row = await holdBroadcast(tx, accountId, id)
    if (row.archivedAt) throw conflict('This broadcast is archived. Bring it back first.')
    if (!mayBecome(row.status, 'sending') || row.status === 'scheduled')
      throw conflict(`This broadcast is ${row.status === 'scheduled' ? 'scheduled' : 'no draft any more'}.`)
    await refuseUnready(tx, row)
    const now = house.clock.now()
    const startsAt = row.sendAt && firstMoment(row.sendAt, row.usesZones, await zoneOfAccount(tx, accountId))
    const isLater = startsAt !== null && startsAt > now
    if (!isLater) await refuseWhileBuilding(tx, row)
    const written = isLater ? await schedule(tx, house, row, startsAt) : await begin(tx, broadcasts, row)
    await house.bell.ring(tx, 'broadcasts', accountId)
    return shapeBroadcast(tx, written, now)
  })
