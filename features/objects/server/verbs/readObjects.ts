import { type House, notFound, type Tx } from '@millrace/kit/server'
import type { ObjectRecord } from '../../contract/index.ts'
import { findSchema } from '../schemas/schemaRows.ts'
import { OBJECT_COLUMNS, type ObjectRow, toObject } from './objectShape.ts'

/** How one object is named: by id, or by its external ID. */
export type ObjectKey = { id: number } | { externalId: string }

/** Objects by id. */
const READ = `
select ${OBJECT_COLUMNS} from unnest($2::bigint[]) as u(id) join objects o on o.id = u.id
where o.account_id = $1 and o.schema_id = $3`

/** One object by id. */
const BY_ID = `
select o.id from objects o where o.account_id = $1 and o.schema_id = $2 and o.id = $3::bigint`

/** One object by its external ID. */
const BY_EXTERNAL_ID = `
select o.id from objects o where o.account_id = $1 and o.schema_id = $2 and o.external_id = $3::text`

/** Objects of a kind by id, in the order of the ids; those who are not there are left out. */
export const readObjects = async (
  tx: Tx,
  accountId: number,
  schemaId: number,
  ids: readonly number[],
): Promise<ObjectRecord[]> => {
  if (!ids.length) return []
  const rows = await tx.rows<ObjectRow>(READ, [accountId, ids, schemaId])
  const byId = new Map(rows.map((row) => [row.id, toObject(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Finds an object of a kind; 404 where there is none. */
export const findObject = async (tx: Tx, accountId: number, schemaId: number, key: ObjectKey): Promise<number> => {
  const row =
    'id' in key
      ? await tx.one<{ id: number }>(BY_ID, [accountId, schemaId, key.id])
      : await tx.one<{ id: number }>(BY_EXTERNAL_ID, [accountId, schemaId, key.externalId])
  if (!row) throw notFound('There is no such object.')
  return row.id
}

/** One object; 404 where there is none. */
export const getObject = (house: House, accountId: number, objectName: string, key: ObjectKey): Promise<ObjectRecord> =>
  house.db.account(accountId, async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    const id = await findObject(tx, accountId, schema.id, key)
    const [object] = await readObjects(tx, accountId, schema.id, [id])
    if (!object) throw notFound('There is no such object.')
    return object
  })
