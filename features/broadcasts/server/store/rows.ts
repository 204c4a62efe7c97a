import { notFound, type Tx } from '@millrace/kit/server'
import type { AbTest, BroadcastFigures, BroadcastStatus, FollowUp } from '../../contract/index.ts'

/** A broadcast as its row. */
export type BroadcastRow = {
  id: number
  accountId: number
  name: string
  status: BroadcastStatus
  emailId: number | null
  subject: string | null
  segmentId: number | null
  sendAt: Date | null
  usesZones: boolean
  startsAt: Date | null
  followUp: FollowUp | null
  followUpAt: Date | null
  abTest: AbTest | null
  parentId: number | null
  emailIds: number[]
  variantIds: number[]
  startedAt: Date | null
  frozenTo: number
  frozenAt: Date | null
  pausedAt: Date | null
  winnerDueAt: Date | null
  winner: number | null
  winnerPickedAt: Date | null
  winnerBy: 'open' | 'click' | 'hand' | null
  endedAt: Date | null
  problem: string | null
  entered: number
  excluded: number
  planned: number
  exited: number
  metric: BroadcastFigures | null
  metricAt: Date | null
  archivedAt: Date | null
  revision: number
  createdBy: number | null
  createdAt: Date
  updatedAt: Date
}

/** Columns of a broadcast `b` under their names in code. */
export const BROADCAST_COLUMNS = `b.id, b.account_id as "accountId", b.name, b.status, b.email_id as "emailId", b.subject,
  b.segment_id as "segmentId", b.send_at as "sendAt", b.uses_zones as "usesZones", b.starts_at as "startsAt",
  b.follow_up as "followUp", b.follow_up_at as "followUpAt", b.ab_test as "abTest", b.parent_id as "parentId",
  b.email_ids as "emailIds", b.variant_ids as "variantIds", b.started_at as "startedAt", b.frozen_to as "frozenTo",
  b.frozen_at as "frozenAt", b.paused_at as "pausedAt", b.winner_due_at as "winnerDueAt", b.winner,
  b.winner_picked_at as "winnerPickedAt", b.winner_by as "winnerBy", b.ended_at as "endedAt", b.problem,
  b.people_entered as entered, b.people_excluded as excluded, b.people_planned as planned, b.people_exited as exited,
  b.metric, b.metric_at as "metricAt", b.archived_at as "archivedAt", b.revision, b.created_by as "createdBy",
  b.created_at as "createdAt", b.updated_at as "updatedAt"`

const ONE = `select ${BROADCAST_COLUMNS} from broadcasts b where b.account_id = $1 and b.id = $2`

/** A broadcast's row; 404 where it is not there. */
export const broadcastRow = async (tx: Tx, accountId: number, id: number): Promise<BroadcastRow> => {
  const row = await tx.one<BroadcastRow>(ONE, [accountId, id], 'broadcast')
  if (!row) throw notFound('This broadcast does not exist, or it was deleted.')
  return row
}

/** The same, held until the transaction ends: whoever comes second sees what the first one made of it. */
export const holdBroadcast = async (tx: Tx, accountId: number, id: number): Promise<BroadcastRow> => {
  const row = await tx.one<BroadcastRow>(`${ONE} for update`, [accountId, id], 'broadcast-hold')
  if (!row) throw notFound('This broadcast does not exist, or it was deleted.')
  return row
}

/** What a change writes into a broadcast's row, by the names in code. */
type Written = Partial<Omit<BroadcastRow, 'id' | 'accountId' | 'createdAt' | 'createdBy' | 'abTest' | 'followUp'>> & {
  abTest?: AbTest | null
  followUp?: FollowUp | null
}

const COLUMN: Readonly<Record<keyof Written, string>> = {
  name: 'name',
  status: 'status',
  emailId: 'email_id',
  subject: 'subject',
  segmentId: 'segment_id',
  sendAt: 'send_at',
  usesZones: 'uses_zones',
  startsAt: 'starts_at',
  followUp: 'follow_up',
  followUpAt: 'follow_up_at',
  abTest: 'ab_test',
  parentId: 'parent_id',
  emailIds: 'email_ids',
  variantIds: 'variant_ids',
  startedAt: 'started_at',
  frozenTo: 'frozen_to',
  frozenAt: 'frozen_at',
  pausedAt: 'paused_at',
  winnerDueAt: 'winner_due_at',
  winner: 'winner',
  winnerPickedAt: 'winner_picked_at',
  winnerBy: 'winner_by',
  endedAt: 'ended_at',
  problem: 'problem',
  entered: 'people_entered',
  excluded: 'people_excluded',
  planned: 'people_planned',
  exited: 'people_exited',
  metric: 'metric',
  metricAt: 'metric_at',
  archivedAt: 'archived_at',
  revision: 'revision',
  updatedAt: 'updated_at',
}

const JSON_COLUMNS = new Set<string>(['followUp', 'abTest', 'metric'])

/** Writes into a broadcast's row and answers the row as it is then. */
export const writeBroadcast = async (tx: Tx, row: BroadcastRow, written: Written): Promise<BroadcastRow> => {
  const names = Object.keys(written) as (keyof Written)[]
  const values = names.map((name) => {
    const value = written[name]
    return JSON_COLUMNS.has(name) && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null)
  })
  const sets = names.map((name, index) => `${COLUMN[name]} = $${index + 3}`).join(', ')
  // What changes of a broadcast.
  await tx.run(`update broadcasts set ${sets} where account_id = $1 and id = $2`, [row.accountId, row.id, ...values])
  return { ...row, ...written } as BroadcastRow
}
