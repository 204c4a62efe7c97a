import { refused, type Tx } from '@millrace/kit/server'
import { displayTypeOf, type FieldRule, prettyTitle } from '@millrace/people/server'
import { RESERVED_FIELDS } from '../../contract/index.ts'
import { rulesOf } from './schemaRows.ts'

/** Most fields of one kind of object. */
export const MOST_FIELDS = 500

/** Makes fields that nobody has made meanwhile. */
const MAKE = `
insert into object_fields (account_id, schema_id, name, title, type, format, display_type, is_array, created_by, created_at)
select $1::int, $2::bigint, u.name, u.title, u.type, u.format, u.display_type, u.is_array, 'user', u.created_at
from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::timestamptz[])
  as u(name, title, type, format, display_type, is_array, created_at)
on conflict (account_id, schema_id, name) do nothing`

/** A field to be made; `name` is clean. */
export type FieldToMake = Pick<FieldRule, 'name' | 'type' | 'format' | 'isArray'> & { title?: string }

/** Makes fields that are missing and answers the rules of all: where another transaction was quicker, its type holds. */
export const ensureObjectFields = async (
  tx: Tx,
  accountId: number,
  schemaId: number,
  fields: readonly FieldToMake[],
  now: Date,
): Promise<Map<string, FieldRule>> => {
  const known = await rulesOf(tx, accountId, schemaId)
  const missing = new Map(
    fields
      .filter(({ name }) => !known.has(name) && !RESERVED_FIELDS.includes(name))
      .map((field) => [field.name, field]),
  )
  if (!missing.size) return known
  if (known.size + missing.size > MOST_FIELDS)
    throw refused(`A kind of object can have ${MOST_FIELDS} fields at the most.`)
  const order = [...missing.keys()]
  const sorted = [...missing.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  await tx.run(MAKE, [
    accountId,
    schemaId,
    sorted.map(({ name }) => name),
    sorted.map(({ name, title }) => title || prettyTitle(name)),
    sorted.map(({ type }) => type),
    sorted.map(({ format }) => format),
    sorted.map(displayTypeOf),
    sorted.map(({ isArray }) => isArray),
    // A millisecond apart, so that they are listed in the order in which they came.
    sorted.map(({ name }) => new Date(now.getTime() + order.indexOf(name))),
  ])
  return rulesOf(tx, accountId, schemaId)
}
