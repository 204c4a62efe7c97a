import { type House, notFound } from '@millrace/kit/server'
import { ALL_SEGMENT_ID, ARCHIVED_SEGMENT_ID, type PersonSegment } from '../contract/index.ts'

type Person = { createdAt: Date; archivedAt: Date | null }

const PERSON = `select created_at as "createdAt", archived_at as "archivedAt" from people where account_id = $1 and id = $2`

type Row = Omit<PersonSegment, 'enteredAt' | 'leftAt'> & { enteredAt: Date | null; leftAt: Date | null }

/** The segments of people with one person's membership: those they are in first, the latest first. */
const LIST = `
select s.id, s.name, s.color, s.is_auto as "autoSegment", m.entered_at is not null and m.left_at is null as "isIn",
  m.entered_at as "enteredAt", m.left_at as "leftAt", t.building is not null as "isBuilding"
from segments s
left join segment_members m on m.account_id = $1 and m.segment_id = s.id and m.person_id = $2
left join segment_states t on t.account_id = $1 and t.segment_id = s.id
where s.account_id = $1 and s.object_name = 'person'
order by m.entered_at is null or m.left_at is not null, m.entered_at desc nulls last, lower(s.name), s.account_id, s.id`

const iso = (at: Date | null) => at?.toISOString() ?? null

/** The segments of all and of archived people have no stored members. */
const stateOf = (row: Row, { createdAt, archivedAt }: Person): Row => {
  if (row.id === ALL_SEGMENT_ID) return { ...row, isIn: !archivedAt, enteredAt: createdAt, leftAt: archivedAt }
  if (row.id === ARCHIVED_SEGMENT_ID) return { ...row, isIn: !!archivedAt, enteredAt: archivedAt, leftAt: null }
  return row
}

const inOrder = (rows: readonly Row[]): PersonSegment[] =>
  [...rows.filter(({ isIn }) => isIn), ...rows.filter(({ isIn }) => !isIn)].map((row) => ({
    ...row,
    enteredAt: iso(row.enteredAt),
    leftAt: iso(row.leftAt),
  }))

/** Every segment of people, and whether and since when a person is in it. */
export const personMemberships = (house: House, accountId: number, personId: number): Promise<PersonSegment[]> =>
  house.db.account(accountId, async (tx) => {
    const person = await tx.one<Person>(PERSON, [accountId, personId])
    if (!person) throw notFound('There is no such person.')
    const rows = await tx.rows<Row>(LIST, [accountId, personId])
    return inOrder(rows.map((row) => stateOf(row, person)))
  })

/** An object of a kind, by the kind's name. */
const OBJECT = `
select 1 as found from objects o join object_schemas k on k.account_id = $1 and k.id = o.schema_id
where o.account_id = $1 and o.id = $2 and lower(k.name) = lower($3) and k.deleted_at is null`

/** The segments of a kind of objects with one object's membership: those it is in first, the latest first. */
const OBJECT_LIST = `
select s.id, s.name, s.color, s.is_auto as "autoSegment", m.entered_at is not null and m.left_at is null as "isIn",
  m.entered_at as "enteredAt", m.left_at as "leftAt", t.building is not null as "isBuilding"
from segments s
left join segment_objects m on m.account_id = $1 and m.segment_id = s.id and m.object_id = $2
left join segment_states t on t.account_id = $1 and t.segment_id = s.id
where s.account_id = $1 and lower(s.object_name) = lower($3)
order by m.entered_at is null or m.left_at is not null, m.entered_at desc nulls last, lower(s.name), s.account_id, s.id`

/** Every segment of a kind of objects, and whether and since when an object is in it. */
export const objectMemberships = (
  house: House,
  accountId: number,
  { objectName, id }: { objectName: string; id: number },
): Promise<PersonSegment[]> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(OBJECT, [accountId, id, objectName]))) throw notFound('There is no such object.')
    return inOrder(await tx.rows<Row>(OBJECT_LIST, [accountId, id, objectName]))
  })
