import { recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { cutAllOf } from '../associations/cutAll.ts'
import { findSchema, type SchemaRow } from '../schemas/schemaRows.ts'
import { findObject, type ObjectKey } from './readObjects.ts'

/** Archives objects that are not; answers which. */
const ARCHIVE = `
update objects set archived_at = $3, updated_at = $3
where account_id = $1 and id = any($2::bigint[]) and archived_at is null returning id`

/** Brings archived objects back; answers which. */
const RESTORE = `
update objects set archived_at = null, updated_at = $3
where account_id = $1 and id = any($2::bigint[]) and archived_at is not null returning id`

/** Which of these are objects of a kind; locks them, in the order of their ids. */
const OF_KIND = `select o.id from objects o where o.account_id = $1 and o.schema_id = $2 and o.id = any($3::bigint[])
order by o.account_id, o.id for update`

/** Deletes objects for good; answers which. */
const ERASE = `delete from objects where account_id = $1 and id = any($2::bigint[]) returning id`

const record = (
  tx: Tx,
  house: House,
  accountId: number,
  { id: schemaId, name: objectName }: Pick<SchemaRow, 'id' | 'name'>,
  kind: string,
  rows: readonly { id: number }[],
) => {
  const data = { schemaId, objectName }
  return recordChanges(
    tx,
    house,
    accountId,
    rows.map(({ id }) => ({ kind, personId: null, ref: id, data })),
  )
}

/** Archives objects of a kind; what they are tied to stays, and is seen again when they come back. */
export const archiveObjects = async (
  tx: Tx,
  house: House,
  accountId: number,
  schema: SchemaRow,
  ids: readonly number[],
): Promise<number> => {
  const rows = await tx.rows<{ id: number }>(ARCHIVE, [accountId, ids, house.clock.now()])
  await record(tx, house, accountId, schema, 'object.archived', rows)
  return rows.length
}

const restoreObjects = async (tx: Tx, house: House, accountId: number, schema: SchemaRow, ids: readonly number[]) => {
  const rows = await tx.rows<{ id: number }>(RESTORE, [accountId, ids, house.clock.now()])
  await record(tx, house, accountId, schema, 'object.restored', rows)
  return rows.length
}

/** Deletes objects of a kind for good, with what ties them. */
export const eraseObjects = async (
  tx: Tx,
  house: House,
  accountId: number,
  schema: Pick<SchemaRow, 'id' | 'name'>,
  ids: readonly number[],
): Promise<number> => {
  await cutAllOf(tx, house, accountId, schema.id, ids)
  const rows = await tx.rows<{ id: number }>(ERASE, [accountId, ids])
  await record(tx, house, accountId, schema, 'object.erased', rows)
  return rows.length
}

const ACTIONS = { archive: archiveObjects, restore: restoreObjects, delete: eraseObjects }

/** Does the same to many objects of a kind in one transaction; answers to how many. */
export const changeManyObjects = (
  house: House,
  accountId: number,
  objectName: string,
  action: keyof typeof ACTIONS,
  ids: readonly number[],
): Promise<number> =>
  house.db.account(accountId, async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    const rows = await tx.rows<{ id: number }>(OF_KIND, [accountId, schema.id, ids])
    const found = rows.map(({ id }) => id)
    return found.length ? ACTIONS[action](tx, house, accountId, schema, found) : 0
  })

/** Archives an object, or deletes it for good; 404 where there is none. */
export const deleteObject = (
  house: House,
  accountId: number,
  objectName: string,
  key: ObjectKey,
  force: boolean,
): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    const id = await findObject(tx, accountId, schema.id, key)
    if (force) await eraseObjects(tx, house, accountId, schema, [id])
    else await archiveObjects(tx, house, accountId, schema, [id])
  })
