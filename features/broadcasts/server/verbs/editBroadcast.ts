import { conflict, type House, type Tx } from '@millrace/kit/server'
import { type Broadcast, type BroadcastPatch, DEFAULT_NAME, isEditable } from '../../contract/index.ts'
import type { Broadcasts } from '../ports.ts'
import { afterPeriod } from '../rules/moments.ts'
import { BROADCAST_COLUMNS, type BroadcastRow, broadcastRow, holdBroadcast, writeBroadcast } from '../store/rows.ts'
import { shapeBroadcast } from '../store/shape.ts'
import { stopForGood } from './stopBroadcast.ts'

/** Who does it. */
export type By = { accountId: number; memberId: number }

/** A new draft. */
const INSERT = `insert into broadcasts as b (account_id, name, created_by, created_at, updated_at)
  values ($1, $2, nullif($3::int, 0), $4, $4) returning ${BROADCAST_COLUMNS}`

/** Makes a draft. */
export const createBroadcast = (house: House, { accountId, memberId }: By, name?: string): Promise<Broadcast> =>
  house.db.account(accountId, async (tx) => {
    const now = house.clock.now()
    const row = await tx.one<BroadcastRow>(INSERT, [accountId, name || DEFAULT_NAME, memberId, now])
    return shapeBroadcast(tx, row!, now)
  })

/** One broadcast. */
export const getBroadcast = (house: House, accountId: number, id: number): Promise<Broadcast> =>
  house.db.account(accountId, async (tx) =>
    shapeBroadcast(tx, await broadcastRow(tx, accountId, id), house.clock.now()),
  )

/** What a change says of how and to whom a broadcast goes; its name and its archiving are none of it. */
const plannedBy = ({ emailId, sendAt, time, audience, abTest, followUp }: BroadcastPatch) => ({
  ...(emailId !== undefined && { emailId }),
  ...(sendAt !== undefined && { sendAt: sendAt === null ? null : new Date(sendAt) }),
  ...(time && { usesZones: time.useContactsTimezones }),
  ...(audience && { segmentId: audience.segmentId }),
  ...(abTest !== undefined && { abTest: abTest && { ...abTest, winner: null, winnerPickedAt: null } }),
  ...(followUp !== undefined && { followUp }),
})

const OVER = 'This broadcast has been sent off: only drafts and scheduled broadcasts can be changed.'

const CHILD = 'select 1 as yes from broadcasts c where c.account_id = $1 and c.parent_id = $2 limit 1'

/** A follow-up can be added, changed or left out until it has begun, also of what was sent. */
const followLater = async (tx: Tx, row: BroadcastRow, { followUp }: BroadcastPatch) => {
  if (followUp === undefined) return {}
  const isOver = row.status === 'canceled' || row.status === 'failed' || row.parentId !== null
  const child = isOver || (await tx.one(CHILD, [row.accountId, row.id]))
  if (child) throw conflict('The follow-up of this broadcast cannot be changed any more.')
  const due = followUp && row.endedAt && afterPeriod(row.endedAt, followUp.time.period, followUp.time.periodType)
  return { followUp, followUpAt: due ?? null }
}

const changesOf = async (tx: Tx, row: BroadcastRow, patch: BroadcastPatch) => {
  const planned = plannedBy(patch)
  if (!Object.keys(planned).length) return {}
  if (isEditable(row.status)) return { ...planned, status: 'draft' as const, startsAt: null }
  const { followUp: _followUp, ...rest } = planned
  if (Object.keys(rest).length) throw conflict(OVER)
  return followLater(tx, row, patch)
}

/** Archives in the caller's transaction, or brings back; what is going on is stopped, but for mail that is leaving right now. */
export const setArchived = async (
  tx: Tx,
  broadcasts: Broadcasts,
  row: BroadcastRow,
  isArchived: boolean,
): Promise<BroadcastRow> => {
  if ((row.archivedAt !== null) === isArchived) return row
  if (row.status === 'sending' || row.status === 'ab-test-sending-winner')
    throw conflict(`“${row.name}” is being sent. Cancel it, or wait until it has been sent.`)
  const isGoing = row.status === 'scheduled' || row.status === 'ab-testing'
  const stopped = isArchived && isGoing ? await stopForGood(tx, broadcasts, row) : row
  // A follow-up that has not begun is left out for good: brought back, the broadcast must not promise it.
  const dropped = isArchived && stopped.status === 'sent' && stopped.followUpAt ? { followUp: null } : {}
  const archivedAt = isArchived ? broadcasts.house.clock.now() : null
  return writeBroadcast(tx, stopped, { archivedAt, followUpAt: null, ...dropped })
}

/** Changes a broadcast. What was scheduled becomes a draft by a change of how or to whom it goes. */
export const updateBroadcast = (
  broadcasts: Broadcasts,
  { accountId }: By,
  id: number,
  patch: BroadcastPatch,
): Promise<Broadcast> =>
  broadcasts.house.db.account(accountId, async (tx) => {
    const { house } = broadcasts
    const row = await holdBroadcast(tx, accountId, id)
    if (patch.revision !== undefined && patch.revision !== row.revision)
      throw conflict(
        'This broadcast was changed in another tab or by somebody else. Load it again to see how it is now.',
      )
    const now = house.clock.now()
    const changes = await changesOf(tx, row, patch)
    const name = patch.name === undefined ? {} : { name: patch.name || DEFAULT_NAME }
    const kept = patch.archived === undefined ? row : await setArchived(tx, broadcasts, row, patch.archived)
    const written = await writeBroadcast(tx, kept, { ...changes, ...name, revision: kept.revision + 1, updatedAt: now })
    await house.bell.ring(tx, 'broadcasts', accountId)
    return shapeBroadcast(tx, written, now)
  })

/** Archives a broadcast. */
export const archiveBroadcast = (broadcasts: Broadcasts, accountId: number, id: number): Promise<void> =>
  broadcasts.house.db.account(accountId, async (tx) => {
    await setArchived(tx, broadcasts, await holdBroadcast(tx, accountId, id), true)
  })
