import { isZone } from '@millrace/kit/contract'
import type { Tx } from '@millrace/kit/server'
import { OBJECT_NAME } from '../subjects/subjects.ts'

/** What steps read of a person, or of an object; `fields` holds the built-in ones too. */
export type PersonRow = {
  id: number
  timezone: string | null
  fields: Record<string, unknown>
  /** What kind of object it is, by name. */
  objectName?: string
}

/** Reads people with their fields, the built-in ones among them. */
const PEOPLE = `select id, timezone, fields || jsonb_strip_nulls(jsonb_build_object(
    'id', id, 'email', email, 'userId', user_id, 'timezone', timezone,
    'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'lastSeenAt', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'unsubscribed', unsubscribed_at is not null)) as fields
  from people where account_id = $1 and id = any($2::bigint[])`

/** Reads objects the same way, by the negatives of their ids. */
const OBJECTS = `select -o.id as id, null as timezone, k.name as "objectName",
    jsonb_build_object('name', ${OBJECT_NAME}) || o.fields || jsonb_strip_nulls(jsonb_build_object(
    'id', o.id, 'externalId', o.external_id,
    'createdAt', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(o.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as fields
  from objects o join object_schemas k on k.account_id = $1 and k.id = o.schema_id
  where o.account_id = $1 and o.id = any($2::bigint[])`

/** Some people by id; objects by the negatives of theirs. */
export const readPeople = async (
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, PersonRow>> => {
  const [people, objects] = [ids.filter((id) => id > 0), ids.filter((id) => id < 0).map((id) => -id)]
  const rows = people.length ? await tx.rows<PersonRow>(PEOPLE, [accountId, people]) : []
  if (objects.length) rows.push(...(await tx.rows<PersonRow>(OBJECTS, [accountId, objects])))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The person's time zone where it is known, else the account's; objects have none of their own. */
export const zoneFor = (person: PersonRow | undefined, accountZone: string): string =>
  isZone(person?.timezone) ? person.timezone : accountZone
