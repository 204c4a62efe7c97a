import type { Tx } from '@millrace/kit/server'
import { isZone } from '../rules/zones.ts'

/** What steps read of a person; `fields` holds the built-in ones too. */
export type PersonRow = { id: number; timezone: string | null; fields: Record<string, unknown> }

/** Reads people with their fields, the built-in ones among them. */
const PEOPLE = `select id, timezone, fields || jsonb_strip_nulls(jsonb_build_object(
    'id', id, 'email', email, 'userId', user_id, 'timezone', timezone,
    'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'lastSeenAt', to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'unsubscribed', unsubscribed_at is not null)) as fields
  from people where account_id = $1 and id = any($2::bigint[])`

/** Some people by id. */
export const readPeople = async (
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, PersonRow>> => {
  const rows = await tx.rows<PersonRow>(PEOPLE, [accountId, ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The person's time zone where it is known, else the account's. */
export const zoneFor = (person: PersonRow | undefined, accountZone: string): string =>
  isZone(person?.timezone) ? person.timezone : accountZone
