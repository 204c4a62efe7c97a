import type { House, Tx } from '@millrace/kit/server'
import type { ObjectAction } from '../../contract/index.ts'
import type { SchemaRow } from '../schemas/schemaRows.ts'
import { upsertObjects } from '../upsert/upsertObjects.ts'
import { archiveObjects, eraseObjects, restoreObjects } from '../verbs/deleteObject.ts'

/** What is done to many objects; `fields` are what `set` sets. */
export type ObjectAct = { kind: ObjectAction; fields: Record<string, unknown> | null }

/** Which of these are objects of a kind; locks them, in the order of their ids, so that two never wait in a circle. */
const HOLD = `
select o.id, o.archived_at is not null as "isArchived" from objects o
where o.account_id = $1 and o.schema_id = $2 and o.id = any($3::bigint[]) order by o.account_id, o.id for update of o`

type Held = { id: number; isArchived: boolean }

const setFields = async (
  tx: Tx,
  house: House,
  accountId: number,
  schema: SchemaRow,
  ids: readonly number[],
  fields: Record<string, unknown>,
) => {
  const items = ids.map((id) => ({ id, fields }))
  const options = { source: 'manual', createFields: false, isPartial: true }
  const written = await upsertObjects(tx, house, accountId, schema.name, items, options)
  return written.filter(({ changedFields }) => changedFields.length > 0).length
}

/** Does it to up to a thousand objects of a kind; answers how many that changed. */
export const actOnObjects = async (
  tx: Tx,
  house: House,
  accountId: number,
  schema: SchemaRow,
  { kind, fields }: ObjectAct,
  ids: readonly number[],
): Promise<number> => {
  const held = await tx.rows<Held>(HOLD, [accountId, schema.id, ids])
  const all = held.map(({ id }) => id)
  if (!all.length) return 0
  if (kind === 'archive') return archiveObjects(tx, house, accountId, schema, all)
  if (kind === 'restore') return restoreObjects(tx, house, accountId, schema, all)
  if (kind === 'delete') return eraseObjects(tx, house, accountId, schema, all)
  // What is archived would come back.
  const present = held.filter(({ isArchived }) => !isArchived).map(({ id }) => id)
  return setFields(tx, house, accountId, schema, present, fields ?? {})
}
