import { aboutSubject, type NewChange } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import { ALL_SEGMENT_ID } from '@millrace/segments/contract'
import type { Schedule } from '../engine/triggerMatch.ts'
import { subjectIn } from '../subjects/subjects.ts'
import { DUE, type ScheduleRow } from './schedule.ts'

/** People of one page. */
export const PAGE = 2_000

/** The next people of a segment by id. */
const MEMBERS = `select m.person_id as id from segment_members m
  where m.account_id = $1 and m.segment_id = $2 and m.left_at is null and m.person_id > $3
  order by m.account_id, m.segment_id, m.person_id limit $4`

/** The next objects of a segment of theirs by id. */
const OBJECTS = `select m.object_id as id from segment_objects m join objects o on o.account_id = $1 and o.id = m.object_id
  where m.account_id = $1 and m.segment_id = $2 and m.left_at is null and m.object_id > $3 and o.schema_id = $5
  order by m.account_id, m.segment_id, m.object_id limit $4`

/** All objects of a kind. */
const ALL_OBJECTS = `select id from objects where account_id = $1 and $2 = ${ALL_SEGMENT_ID} and id > $3 and schema_id = $5
  and archived_at is null order by account_id, id limit $4`

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
  const isAll = schedule.segmentId === ALL_SEGMENT_ID
  const page = [accountId, schedule.segmentId, row.walkedTo, PAGE]
  const people = row.kindId
    ? await tx.rows<{ id: number }>(isAll ? ALL_OBJECTS : OBJECTS, [...page, row.kindId])
    : await tx.rows<{ id: number }>(isAll ? EVERYBODY : MEMBERS, page)
  const isMore = people.length === PAGE
  await tx.run(
    WALKED,
    [accountId, stepId, people.at(-1)?.id ?? row.walkedTo, people.length, !isMore],
    'flow-times-walked',
  )
  const data = { key: schedule.keyOf(walkAt), due: walkAt.toISOString() }
  const news = people.map(({ id }) => ({ kind: DUE, ref: stepId, ...aboutSubject(subjectIn(row, id), data) }))
  return { news, isMore }
}
