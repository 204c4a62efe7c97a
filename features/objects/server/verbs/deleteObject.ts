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

/** Brings archived objects of a kind back. */
export const restoreObjects = async (
  tx: Tx,
  house: House,
  accountId: number,
  schema: SchemaRow,
  ids: readonly number[],
) => {
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
