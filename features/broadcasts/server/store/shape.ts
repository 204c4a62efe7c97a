import type { Tx } from '@millrace/kit/server'
import { type Broadcast, type BroadcastFigures, CONTROL_VARIANT_ID } from '../../contract/index.ts'
import type { BroadcastRow } from './rows.ts'

/** What is called by what a broadcast names, and the broadcast that follows it. */
type Names = { emailName: string | null; segmentName: string | null; followUpId: number | null }

/** Names of what broadcasts name. */
const NAMES = `select b.id, e.name as "emailName", s.name as "segmentName",
    (select c.id from broadcasts c where c.account_id = $1 and c.parent_id = b.id order by c.id limit 1) as "followUpId"
  from broadcasts b left join emails e on e.account_id = $1 and e.id = b.email_id
    left join segments s on s.account_id = $1 and s.id = b.segment_id
  where b.account_id = $1 and b.id = any($2::bigint[])`

/** Figures of what is still going on are old after this long. */
const FRESH_MS = 10_000
/** Figures of what was sent keep changing as people read; after this long they are asked for anew. */
const SETTLED_MS = 5 * 60_000

const iso = (at: Date | null) => at?.toISOString() ?? null

/** True where figures have to be counted again. */
export const isStale = (row: Pick<BroadcastRow, 'metricAt' | 'status'>, now: Date): boolean =>
  !row.metricAt || now.getTime() - row.metricAt.getTime() > (row.status === 'sent' ? SETTLED_MS : FRESH_MS)

const cachedOf = (row: BroadcastRow, figures: BroadcastFigures | null, now: Date) =>
  figures && row.metricAt
    ? {
        data: { delivered: figures.delivered, click: figures.clicked, open: figures.opened },
        isStale: isStale(row, now),
        updatedAt: row.metricAt.toISOString(),
      }
    : null

const testOf = (row: BroadcastRow) => {
  if (!row.abTest) return null
  const won = row.winner === null ? null : (row.abTest.variants[row.winner]?.variantId ?? CONTROL_VARIANT_ID)
  return { ...row.abTest, winner: won, winnerPickedAt: iso(row.winnerPickedAt) }
}

const toBroadcast = (row: BroadcastRow, names: Names, now: Date): Broadcast => ({
  id: row.id,
  accountId: row.accountId,
  name: row.name,
  status: row.status,
  emailId: row.emailId,
  integrationId: null,
  sendAt: iso(row.sendAt),
  time: { useContactsTimezones: row.usesZones },
  audience: { type: 'segment', segmentId: row.segmentId },
  followUp: row.followUp,
  abTest: testOf(row),
  cachedMetric: cachedOf(row, row.metric, now),
  peopleEntered: row.entered,
  peopleExited: row.exited,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  archived: row.archivedAt !== null,
  isPaused: row.pausedAt !== null,
  peopleExcluded: row.excluded,
  isFrozen: row.frozenAt !== null,
  startedAt: iso(row.startedAt),
  startsAt: iso(row.startsAt),
  endedAt: iso(row.endedAt),
  winnerDueAt: iso(row.winnerDueAt),
  winnerBy: row.winnerBy,
  followUpAt: iso(row.followUpAt),
  parentId: row.parentId,
  newSubject: row.subject,
  problem: row.problem,
  revision: row.revision,
  ...names,
})

/** Rows as calls speak of them. */
export const shapeBroadcasts = async (
  tx: Tx,
  accountId: number,
  rows: readonly BroadcastRow[],
  now: Date,
): Promise<Broadcast[]> => {
  const found = await tx.rows<Names & { id: number }>(NAMES, [accountId, rows.map(({ id }) => id)], 'broadcast-names')
  const names = new Map(found.map(({ id, ...rest }) => [id, rest]))
  const unnamed = { emailName: null, segmentName: null, followUpId: null }
  return rows.map((row) => toBroadcast(row, names.get(row.id) ?? unnamed, now))
}

/** A row as calls speak of it. */
export const shapeBroadcast = async (tx: Tx, row: BroadcastRow, now: Date): Promise<Broadcast> => {
  const [shaped] = await shapeBroadcasts(tx, row.accountId, [row], now)
  return shaped!
}
