import type { Tx } from '@millrace/kit/server'
import type { SchemaRow } from '../schemas/schemaRows.ts'
import { hasMoved, type Slot } from './plan.ts'
import { wordsOf } from './words.ts'

/** Makes new objects; the ids come back in the order of the rows. */
const INSERT = `
insert into objects (account_id, schema_id, external_id, fields, words, created_at, updated_at)
select $1::int, $2::bigint, u.external_id, u.fields, u.words, u.created_at, $3
from unnest($4::text[], $5::jsonb[], $6::text[], $7::timestamptz[]) with ordinality
  as u(external_id, fields, words, created_at, place)
order by u.place
returning id`

/** Writes objects that moved; they are locked and were read in this transaction. Whoever writes one brings it back. */
const UPDATE = `
update objects o set updated_at = $2, external_id = u.external_id, fields = u.fields, words = u.words, archived_at = null
from unnest($3::bigint[], $4::text[], $5::jsonb[], $6::text[]) as u(id, external_id, fields, words)
where o.account_id = $1 and o.id = u.id`

/** Writes what a plan comes to in two statements; gives new objects their ids. */
export const writeSlots = async (
  tx: Tx,
  accountId: number,
  schema: SchemaRow,
  slots: readonly Slot[],
  now: Date,
): Promise<void> => {
  const values = (of: readonly Slot[]) => [
    of.map(({ externalId }) => externalId),
    of.map(({ fields }) => JSON.stringify(fields)),
    of.map(({ externalId, fields }) => wordsOf(externalId, fields, schema.searchableFields)),
  ]
  const moved = slots.filter(hasMoved)
  if (moved.length) await tx.run(UPDATE, [accountId, now, moved.map(({ row }) => row?.id), ...values(moved)])
  const fresh = slots.filter(({ row }) => !row)
  if (!fresh.length) return
  const created = fresh.map(({ createdAt }) => createdAt)
  const rows = await tx.rows<{ id: number }>(INSERT, [accountId, schema.id, now, ...values(fresh), created])
  // Identity values are given in the order of the rows; returning keeps it.
  for (const [index, slot] of fresh.entries()) slot.newId = rows[index]?.id ?? 0
}
