import type { Tx } from '@millrace/kit/server'

/** What is said of people, and what of an object. */
export const said = ({ kindId }: { kindId: number }, ofPeople: string, ofObjects: string): string =>
  kindId > 0 ? ofObjects : ofPeople

/** Whom the engine means by an id of a call: a person, or in flows of objects an object, by the negative of its id. */
export const subjectIn = ({ kindId }: { kindId: number }, id: number): number => (kindId > 0 ? -id : id)

/** The id by which callers know somebody or something of a flow. */
export const idOfSubject = (subject: number): number => Math.abs(subject)

/** What a person `p` is called. */
export const PERSON_NAME = `coalesce(nullif(p.fields ->> 'name', ''),
  nullif(trim(coalesce(p.fields ->> 'firstName', '') || ' ' || coalesce(p.fields ->> 'lastName', '')), ''), '')`

/** What an object `o` of the kind `k` is called: by its primary field, else its external ID, else its kind and number. */
export const OBJECT_NAME = `coalesce(nullif(trim(o.fields ->> k.primary_field), ''), nullif(o.external_id, ''),
  k.display_name_singular || ' ' || o.id)`

/** Those of a flow in SQL: how they are joined by the column that names them, and their `id`, `email` and `name`. */
export type SubjectSql = { columns: string; join: (column: string) => string }

const PEOPLE: SubjectSql = {
  columns: `p.id, p.email, ${PERSON_NAME} as name`,
  join: (column) => `join people p on p.account_id = $1 and p.id = ${column}`,
}

const OBJECTS: SubjectSql = {
  columns: `o.id, null::text as email, ${OBJECT_NAME} as name`,
  join: (column) => `join objects o on o.account_id = $1 and o.id = -${column}
    join object_schemas k on k.account_id = $1 and k.id = o.schema_id`,
}

/** A statement for flows of people, and one for flows of objects. */
export const bothWays = (sqlOf: (of: SubjectSql) => string): ((of: { kindId: number }) => string) => {
  const [people, objects] = [sqlOf(PEOPLE), sqlOf(OBJECTS)]
  return ({ kindId }) => (kindId > 0 ? objects : people)
}

/** Joins that find a person `p`, or an object `o` of a kind `k`, whichever a column names; none where it is gone. */
export const eitherJoin = (column: string): string => `left join people p on p.account_id = $1 and p.id = ${column}
  left join objects o on o.account_id = $1 and o.id = -${column}
  left join object_schemas k on k.account_id = $1 and k.id = o.schema_id`

/** What either is called. */
export const EITHER_NAME = `case when o.id is not null then ${OBJECT_NAME} else ${PERSON_NAME} end`

/** What a flow takes: 0 are people, else a kind of objects, by its id and its name. */
export type TakenKind = { kindId: number; objectType: string }

/** What a flow takes, and whether that kind of objects is no more. */
const KIND_OF_FLOW = `select f.kind_id as "kindId", f.object_type as "objectType",
    f.kind_id > 0 and not exists (select from object_schemas k where k.account_id = $1 and k.id = f.kind_id and k.deleted_at is null) as "isGone"
  from flows f where f.account_id = $1 and f.id = $2`

/** What a flow takes; undefined where there is no such flow. */
export const kindOfFlow = (
  tx: Tx,
  accountId: number,
  flowId: number,
): Promise<(TakenKind & { isGone: boolean }) | undefined> =>
  tx.one<TakenKind & { isGone: boolean }>(KIND_OF_FLOW, [accountId, flowId], 'flows-kind-of')

const NAMES = `select p.id as id, p.email, ${PERSON_NAME} as name from people p
    where p.account_id = $1 and p.id = any($2::bigint[])
  union all
  select -o.id, null, ${OBJECT_NAME} from objects o join object_schemas k on k.account_id = $1 and k.id = o.schema_id
    where o.account_id = $1 and o.id = any(array(select -u.id from unnest($2::bigint[]) as u(id) where u.id < 0))`

/** What people and objects are called, by the numbers by which the engine names them. */
export const namesOfSubjects = async (tx: Tx, accountId: number, subjects: readonly number[]) => {
  const rows = subjects.length
    ? await tx.rows<{ id: number; email: string | null; name: string }>(NAMES, [accountId, subjects])
    : []
  return new Map(rows.map((row) => [row.id, row]))
}
