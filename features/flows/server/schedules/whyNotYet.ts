import { isZone } from '@millrace/kit/contract'
import { ALL_SEGMENT_ID } from '@millrace/segments/contract'
import { startOfDay } from '../../contract/clock/dueDates.ts'
import { momentInWords } from '../../contract/clock/timeWords.ts'
import type { Asked, Fact, Schedule } from '../engine/triggerMatch.ts'
import { idOfSubject } from '../subjects/subjects.ts'
import { COLUMNS, type ScheduleRow, scheduleOf } from './schedule.ts'

const SCHEDULE = `select ${COLUMNS} from flow_schedules s where s.account_id = $1 and s.step_id = $2 and s.is_live`

/** Since when a person is in a segment. */
const MEMBER = `select entered_at as "enteredAt" from segment_members
  where account_id = $1 and person_id = $2 and segment_id = $3 and left_at is null`

/** What a person's date says, and on whose clock. */
const DATE = `select p.timezone, case when $3 = 'createdAt' then to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    else p.fields ->> $3 end as value
  from people p where p.account_id = $1 and p.id = $2`

/** Since when an object is in a segment. */
const OBJECT_MEMBER = `select entered_at as "enteredAt" from segment_objects
  where account_id = $1 and object_id = $2 and segment_id = $3 and left_at is null`

/** What an object's date says. */
const OBJECT_DATE = `select null as timezone, case when $3 = 'createdAt' then to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    else o.fields ->> $3 end as value
  from objects o where o.account_id = $1 and o.id = $2`

const NOT_ON = 'it counts while the flow is on'

const readSchedule = async ({ tx, accountId, stepId }: Asked) => {
  const row = await tx.one<ScheduleRow>(SCHEDULE, [accountId, stepId])
  const schedule = row && scheduleOf(row, stepId)
  return row && schedule ? { row, schedule } : undefined
}

const isMember = async ({ tx, accountId, personId }: Asked, segmentId: number) =>
  segmentId === ALL_SEGMENT_ID ||
  (await tx.one(personId < 0 ? OBJECT_MEMBER : MEMBER, [accountId, idOfSubject(personId), segmentId])) !== undefined

const clockFact = async (
  asked: Asked,
  row: ScheduleRow,
  schedule: Extract<Schedule, { by: 'clock' }>,
): Promise<Fact> => {
  const { zone } = row
  const isIn = await isMember(asked, schedule.segmentId)
  const who = isIn ? 'is in the segment now' : 'is not in the segment'
  const next = row.nextAt && `the next time is ${momentInWords(row.nextAt, zone)} (${zone})`
  if (row.walkAt) {
    const isOver = row.walkedTo >= idOfSubject(asked.personId)
    const fact = isOver ? 'was not in the segment when its turn came' : 'people are being let in just now'
    return { isMet: isOver ? false : null, fact, at: row.walkAt.toISOString() }
  }
  const at = row.lastAt?.toISOString() ?? null
  if (!row.lastAt)
    return { isMet: false, fact: next ? `its time has not come: ${next}; ${who}` : 'its time never comes', at }
  const last = `the last time was ${momentInWords(row.lastAt, zone)} (${zone})`
  // Whoever is in the segment now may have come into it afterwards.
  return { isMet: isIn ? null : false, fact: [last, who, next].filter(Boolean).join('; '), at }
}

/** Why a time has not let a person in. */
export const timesFact = async (asked: Asked): Promise<Fact> => {
  const known = asked.since ? await readSchedule(asked) : undefined
  if (known?.schedule.by !== 'clock') return { isMet: null, fact: NOT_ON, at: null }
  return clockFact(asked, known.row, known.schedule)
}

/** Why a date has not let a person in. */
export const datesFact = async (asked: Asked): Promise<Fact> => {
  const known = asked.since ? await readSchedule(asked) : undefined
  if (known?.schedule.by !== 'dates') return { isMet: null, fact: NOT_ON, at: null }
  const { row, schedule } = known
  const { tx, accountId, personId, now } = asked
  const person = await tx.one<{ timezone: string | null; value: string | null }>(personId < 0 ? OBJECT_DATE : DATE, [
    accountId,
    idOfSubject(personId),
    schedule.field,
  ])
  if (!person?.value) return { isMet: false, fact: 'has no date in this field', at: null }
  const zone = isZone(person.timezone) ? person.timezone : row.zone
  const told = (at: Date) => `${momentInWords(at, zone)} (${zone})`
  const ever = schedule.due(person.value, zone, new Date(0))
  if (!ever)
    return { isMet: false, fact: `what stands in this field is no date: ${person.value.slice(0, 100)}`, at: null }
  const next = schedule.due(person.value, zone, now)
  const today = schedule.due(person.value, zone, new Date(startOfDay(now, zone).getTime() - 1))
  if (today && today.at <= now && today.at > row.since)
    return { isMet: true, fact: `its time was ${told(today.at)}`, at: today.at.toISOString() }
  if (next) return { isMet: false, fact: `its time comes on ${told(next.at)}`, at: null }
  const isBefore = ever.at <= row.since
  const fact = isBefore
    ? `its time was ${told(ever.at)}, before the flow was switched on or set up this way`
    : `its time was ${told(ever.at)}`
  return { isMet: isBefore ? false : null, fact, at: ever.at.toISOString() }
}
