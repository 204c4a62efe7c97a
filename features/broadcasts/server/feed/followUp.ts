import type { Tx } from '@millrace/kit/server'
import type { Broadcasts } from '../ports.ts'
import { problemOf } from '../rules/checkReady.ts'
import { contentsOf } from '../rules/contents.ts'
import { BROADCAST_COLUMNS, type BroadcastRow, writeBroadcast } from '../store/rows.ts'
import { begin, failToBegin } from '../verbs/begin.ts'

/** A broadcast that follows another one. */
const INSERT = `insert into broadcasts as b (account_id, name, email_id, subject, segment_id, follow_up, parent_id, created_by, created_at, updated_at)
  values ($1, $2, $3, nullif($4, ''), $5, $6, $7, $8, $9, $9) returning ${BROADCAST_COLUMNS}`

/** Begins the follow-up of a broadcast whose waiting time is over. */
export const beginFollowUp = async (tx: Tx, broadcasts: Broadcasts, parent: BroadcastRow): Promise<void> => {
  const { followUp, accountId } = parent
  await writeBroadcast(tx, parent, { followUpAt: null })
  if (!followUp) return
  const sent = contentsOf(parent)[parent.winner ?? 0]
  const values = [
    accountId,
    `${parent.name} (Follow-up)`.slice(0, 255),
    followUp.emailId ?? sent?.emailId ?? parent.emailId,
    followUp.newSubjectLine.trim() || (followUp.emailId ? '' : (sent?.subject ?? '')),
    parent.segmentId,
    JSON.stringify(followUp),
    parent.id,
    parent.createdBy,
    broadcasts.house.clock.now(),
  ]
  const row = await tx.one<BroadcastRow>(INSERT, values)
  if (!row) return
  const problem = await problemOf(tx, row)
  await (problem ? failToBegin(tx, broadcasts.house, row, problem) : begin(tx, broadcasts, row))
}
