import type { NewChange } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import { ALL_SEGMENT_ID } from '@millrace/segments/contract'
import type { Schedule } from '../engine/triggerMatch.ts'
import { DUE, type ScheduleRow } from './schedule.ts'

/** People of one page. */
export const PAGE = 2_000

/** The next people of a segment by id. */
const MEMBERS = `select m.person_id as id from segment_members m
  where m.account_id = $1 and m.segment_id = $2 and m.left_at is null and m.person_id > $3
  order by m.account_id, m.segment_id, m.person_id limit $4`

/** The same of everybody. */
const EVERYBODY = `select id from people where account_id = $1 and $2 = ${ALL_SEGMENT_ID} and id > $3 and archived_at is null
  order by account_id, id limit $4`

const WALKED = `update flow_schedules set walked_to = $3, walked = walked + $4, walk_at = case when $5 then null else walk_at end,
    last_at = case when $5 then walk_at else last_at end
  where account_id = $1 and step_id = $2`

/** Lets the next page of a segment's people in. Answers what is news, and whether there may be more. */
export const walkOn = async (
  tx: Tx,
  accountId: number,
  row: ScheduleRow,
  schedule: Extract<Schedule, { by: 'clock' }>,
): Promise<{ news: NewChange[]; isMore: boolean }> => {
  const { stepId, walkAt } = row
  if (!walkAt) return { news: [], isMore: false }
  const sql = schedule.segmentId === ALL_SEGMENT_ID ? EVERYBODY : MEMBERS
  const people = await tx.rows<{ id: number }>(sql, [accountId, schedule.segmentId, row.walkedTo, PAGE])
  const isMore = people.length === PAGE
  await tx.run(
    WALKED,
    [accountId, stepId, people.at(-1)?.id ?? row.walkedTo, people.length, !isMore],
    'flow-times-walked',
  )
  const data = { key: schedule.keyOf(walkAt), due: walkAt.toISOString() }
  return { news: people.map(({ id }) => ({ kind: DUE, personId: id, ref: stepId, data })), isMore }
}
