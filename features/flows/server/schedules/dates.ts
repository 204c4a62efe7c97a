import { isZone } from '@millrace/kit/contract'
import { aboutSubject, type NewChange } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import { startOfDay } from '../../contract/clock/dueDates.ts'
import type { Schedule } from '../engine/triggerMatch.ts'
import { idOfSubject } from '../subjects/subjects.ts'
import { DUE, type ScheduleRow } from './schedule.ts'
import { PAGE } from './walk.ts'

/** People whose dates are looked at in one piece of a build. */
export const PIECE = 2_000

/** A schedule by dates, with its row. */
export type Dated = { row: ScheduleRow; schedule: Extract<Schedule, { by: 'dates' }> }

type Carrier = { id: number; value: string | null; timezone: string | null; isArchived: boolean }

const CARRIED = `p.id, p.timezone, p.archived_at is not null as "isArchived",
  case when $2 = 'createdAt' then to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else p.fields ->> $2 end as value`

const CARRIED_BY_OBJECTS = `-o.id as id, null as timezone, o.archived_at is not null as "isArchived",
  case when $2 = 'createdAt' then to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else o.fields ->> $2 end as value`

/** What a field says of the next objects of a kind by id. */
const NEXT_OBJECTS = `select ${CARRIED_BY_OBJECTS} from objects o where o.account_id = $1 and o.id > $3 and o.schema_id = $5
  order by o.account_id, o.id limit $4`

/** What a field says of some objects. */
const SOME_OBJECTS = `select ${CARRIED_BY_OBJECTS} from objects o where o.account_id = $1 and o.id = any($3::bigint[])`

/** What a field says of the next people by id. */
const NEXT_PEOPLE = `select ${CARRIED} from people p where p.account_id = $1 and p.id > $3 order by p.account_id, p.id limit $4`

/** What a field says of some people. */
const SOME_PEOPLE = `select ${CARRIED} from people p where p.account_id = $1 and p.id = any($3::bigint[])`

/** Writes when whom a date lets in. */
const WRITE = `insert into flow_dates (account_id, step_id, generation, person_id, due_at)
  select $1::int, $2::bigint, $3::int, u.person_id, u.due_at from unnest($4::bigint[], $5::timestamptz[]) as u(person_id, due_at)
  on conflict (account_id, step_id, person_id) do update set generation = excluded.generation, due_at = excluded.due_at`

/** Takes people out whom no date lets in. */
const FORGET = 'delete from flow_dates where account_id = $1 and step_id = $2 and person_id = any($3::bigint[])'

/** Those whose time has come, longest due first. */
const COME = `select d.person_id as id, d.due_at as "dueAt" from flow_dates d
  where d.account_id = $1 and d.step_id = $2 and d.generation = $3 and d.due_at <= $4
  order by d.account_id, d.step_id, d.generation, d.due_at limit ${PAGE}`

const BUILT = `update flow_schedules set built_to = $3, has_rows = true where account_id = $1 and step_id = $2`

const write = async (
  tx: Tx,
  accountId: number,
  { stepId, generation }: ScheduleRow,
  rows: { id: number; at: Date }[],
) => {
  if (!rows.length) return
  // Unnamed, so that it is planned for as many as there are.
  await tx.run(WRITE, [accountId, stepId, generation, rows.map(({ id }) => id), rows.map(({ at }) => at)])
}

const forget = async (tx: Tx, accountId: number, { stepId }: ScheduleRow, ids: number[]) => {
  if (ids.length) await tx.run(FORGET, [accountId, stepId, ids])
}

/** Works out when a date lets somebody in; many people carry the same one. */
const dueBy = ({ row, schedule }: Dated, afterIn: (zone: string) => Date) => {
  const known = new Map<string, Date | undefined>()
  return ({ value, timezone, isArchived }: Carrier): Date | undefined => {
    if (value === null || isArchived) return undefined
    const zone = isZone(timezone) ? timezone : row.zone
    const name = `${value} ${zone}`
    if (!known.has(name)) known.set(name, schedule.due(value, zone, afterIn(zone))?.at)
    return known.get(name)
  }
}

const later = (a: Date, b: Date) => (a > b ? a : b)

/** What is set to a time today that has gone by still counts; what lies before today, or before the flow was on, does not. */
const fromToday = ({ row }: Dated, now: Date) => {
  const starts = new Map<string, Date>()
  return (zone: string): Date => {
    const known = starts.get(zone)
    if (known) return known
    const start = later(row.since, new Date(startOfDay(now, zone).getTime() - 1))
    starts.set(zone, start)
    return start
  }
}

/** What those carry who are named by the numbers by which flows know them. */
const carriersOf = (tx: Tx, accountId: number, { row, schedule }: Dated, ids: readonly number[]): Promise<Carrier[]> =>
  row.kindId
    ? tx.rows<Carrier>(SOME_OBJECTS, [accountId, schedule.field, ids.map(idOfSubject)])
    : tx.rows<Carrier>(SOME_PEOPLE, [accountId, schedule.field, ids])

/** Makes the rows of the next people. Answers up to whom; null when for all. */
export const buildOn = async (tx: Tx, accountId: number, dated: Dated): Promise<number | null> => {
  const { row, schedule } = dated
  const page = [accountId, schedule.field, row.builtTo ?? 0, PIECE]
  const people = row.kindId
    ? await tx.rows<Carrier>(NEXT_OBJECTS, [...page, row.kindId])
    : await tx.rows<Carrier>(NEXT_PEOPLE, page)
  const dueOf = dueBy(dated, () => row.since)
  const rows = people.flatMap((person) => {
    const at = dueOf(person)
    return at ? [{ id: person.id, at }] : []
  })
  await write(tx, accountId, row, rows)
  const builtTo = people.length === PIECE ? idOfSubject(people.at(-1)?.id ?? 0) || null : null
  await tx.run(BUILT, [accountId, row.stepId, builtTo], 'flow-times-built')
  return builtTo
}

/** Works out anew when some people enter, after their date or their time zone changed. Answers the nearest of these times. */
export const refreshDates = async (
  tx: Tx,
  accountId: number,
  dated: Dated,
  ids: readonly number[],
  now: Date,
): Promise<Date | undefined> => {
  const people = await carriersOf(tx, accountId, dated, ids)
  const dueOf = dueBy(dated, fromToday(dated, now))
  const rows = people.flatMap((person) => {
    const at = dueOf(person)
    return at ? [{ id: person.id, at }] : []
  })
  const there = new Set(rows.map(({ id }) => id))
  await forget(
    tx,
    accountId,
    dated.row,
    ids.filter((id) => !there.has(id)),
  )
  await write(tx, accountId, dated.row, rows)
  return rows.length ? new Date(Math.min(...rows.map(({ at }) => at.getTime()))) : undefined
}

type Come = { id: number; dueAt: Date }
type Taken = { enters: NewChange[]; moved: { id: number; at: Date }[]; gone: number[] }

/** Holds one whose time has come against what they carry now: they enter, or it is another time by now. */
const takeOne = (dated: Dated, person: Carrier | undefined, { id, dueAt }: Come, now: Date, taken: Taken): void => {
  const { row, schedule } = dated
  const zone = isZone(person?.timezone) ? person.timezone : row.zone
  const dueAfter = (after: Date) =>
    person?.value && !person.isArchived ? schedule.due(person.value, zone, after) : undefined
  const due = dueAfter(new Date(dueAt.getTime() - 1))
  const isNow = due?.at.getTime() === dueAt.getTime()
  if (isNow) {
    const data = { key: due.key, due: dueAt.toISOString() }
    taken.enters.push({ kind: DUE, ref: row.stepId, ...aboutSubject(id, data) })
  }
  const next = dueAfter(isNow ? later(now, dueAt) : fromToday(dated, now)(zone))
  if (next) taken.moved.push({ id, at: next.at })
  else taken.gone.push(id)
}

/** Lets those in whose time has come. Answers what is news, and whether there may be more. */
export const takeDates = async (
  tx: Tx,
  accountId: number,
  dated: Dated,
  now: Date,
): Promise<{ news: NewChange[]; isMore: boolean }> => {
  const { row } = dated
  const come = await tx.rows<Come>(COME, [accountId, row.stepId, row.generation, now])
  if (!come.length) return { news: [], isMore: false }
  const ids = come.map(({ id }) => id)
  const people = new Map((await carriersOf(tx, accountId, dated, ids)).map((one) => [one.id, one]))
  const taken: Taken = { enters: [], moved: [], gone: [] }
  for (const one of come) takeOne(dated, people.get(one.id), one, now, taken)
  await forget(tx, accountId, row, taken.gone)
  await write(tx, accountId, row, taken.moved)
  return { news: taken.enters, isMore: come.length === PAGE }
}
