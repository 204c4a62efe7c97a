import { type House, malformed, type Tx } from '@millrace/kit/server'
import type { ObjectPage, ObjectRecord } from '../../contract/index.ts'
import { findSchema, rulesOf, type SchemaRow } from '../schemas/schemaRows.ts'
import { OBJECT_COLUMNS, type ObjectRow, toObject } from './objectShape.ts'

/** A page of objects and how many there are. */
export type ObjectList = { objects: ObjectRecord[]; total: number; hasMore: boolean }

/** A condition over `objects o`, whose parameters are numbered from the one that was asked for. */
export type ObjectCondition = { sql: string; values: unknown[] }

const COLUMNS: Record<string, string> = {
  createdAt: 'o.created_at',
  updatedAt: 'o.updated_at',
  archivedAt: 'o.archived_at',
  externalId: 'o.external_id',
  id: 'o.id',
}

/** What to sort by: a column, or the value of a field whose name is the parameter `$3`. */
const expressionOf = async (tx: Tx, accountId: number, schema: SchemaRow, sort: string): Promise<string> => {
  const column = Object.hasOwn(COLUMNS, sort) ? COLUMNS[sort] : undefined
  if (column) return column
  const rule = (await rulesOf(tx, accountId, schema.id)).get(sort)
  if (!rule) throw malformed(`There is no field "${sort.slice(0, 80)}" to sort by.`)
  return rule.type === 'string' && !rule.isArray ? 'lower(o.fields ->> $3)' : 'o.fields -> $3'
}

const NO_CONDITION: ObjectCondition = { sql: 'true', values: [] }

/** How many objects of a kind there are that fit a condition; its parameters begin at `$3`. */
export const countOf = async (
  tx: Tx,
  accountId: number,
  schemaId: number,
  archived: boolean,
  condition: ObjectCondition = NO_CONDITION,
): Promise<number> => {
  const row = await tx.one<{ n: number }>(
    `select count(*) as n from objects o where o.account_id = $1 and o.schema_id = $2
     and o.archived_at is ${archived ? 'not ' : ''}null and ${condition.sql}`,
    [accountId, schemaId, ...condition.values],
  )
  return row?.n ?? 0
}

/** A page of the objects of a kind that fit a condition; its parameters begin at `$6`. */
export const pageOf = async (
  tx: Tx,
  accountId: number,
  schema: SchemaRow,
  wanted: ObjectPage,
  condition: ObjectCondition = NO_CONDITION,
): Promise<ObjectRecord[]> => {
  const { sort = 'createdAt', order, limit = 100, offset = 0, attributes, archived = false } = wanted
  const expression = await expressionOf(tx, accountId, schema, sort)
  const direction = (order ?? (sort === 'createdAt' ? 'desc' : 'asc')) === 'asc' ? 'asc' : 'desc'
  // The index that keeps the newest first has no place for a missing time; there is none.
  const nulls = expression === 'o.created_at' || expression === 'o.id' ? '' : ' nulls last'
  const rows = await tx.rows<ObjectRow>(
    `select ${OBJECT_COLUMNS} from objects o where o.account_id = $1 and o.schema_id = $2 and $3::text is not null
     and o.archived_at is ${archived ? 'not ' : ''}null and ${condition.sql}
     order by o.account_id, o.schema_id, ${expression} ${direction}${nulls}, o.id ${direction} limit $4 offset $5`,
    [accountId, schema.id, sort, limit, offset, ...condition.values],
  )
  return rows.map((row) => toObject(row, attributes))
}

/** A page of all objects of a kind, and how many there are. */
export const listObjects = (
  house: House,
  accountId: number,
  objectName: string,
  wanted: ObjectPage,
): Promise<ObjectList> =>
  house.db.account(accountId, async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    const total = await countOf(tx, accountId, schema.id, wanted.archived ?? false)
    const objects = await pageOf(tx, accountId, schema, wanted)
    return { objects, total, hasMore: (wanted.offset ?? 0) + objects.length < total }
  })

/** How many objects of a kind there are. */
export const countObjects = (house: House, accountId: number, objectName: string, archived: boolean): Promise<number> =>
  house.db.account(accountId, async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    return countOf(tx, accountId, schema.id, archived)
  })
