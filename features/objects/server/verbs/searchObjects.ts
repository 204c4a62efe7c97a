import { type House, likeHolding, notFound, type Tx } from '@millrace/kit/server'
import type { Highlights, ObjectRecord } from '../../contract/index.ts'
import type { ObjectPorts } from '../ports.ts'
import { findSchema, type SchemaRow } from '../schemas/schemaRows.ts'
import type { ObjectCondition } from './listObjects.ts'
import { OBJECT_COLUMNS, type ObjectRow, toObject } from './objectShape.ts'

/** What a search is asked for. */
export type Search = {
  query: string
  segmentId?: number
  attributes?: string[]
  archived?: boolean | undefined
  limit?: number
  offset?: number
}

/** An object that a search found, and where. */
export type Found = ObjectRecord & { highlights: Highlights }

const MOST_MARKS = 20

const marksIn = (value: unknown, text: string): [number, number][] => {
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const words = String(value).toLowerCase()
  const wanted = text.toLowerCase()
  const marks: [number, number][] = []
  for (let at = words.indexOf(wanted); at >= 0 && marks.length < MOST_MARKS; at = words.indexOf(wanted, at + 1))
    marks.push([at, at + wanted.length])
  return marks
}

/** Where a text stands in an object's external ID and searchable fields. */
export const highlightsOf = (row: ObjectRow, searchable: readonly string[], text: string): Highlights => {
  const values = [['externalId', row.external_id], ...searchable.map((name) => [name, row.fields[name]])] as const
  return Object.fromEntries(
    values.flatMap(([name, value]) => {
      const marks = marksIn(value, text)
      return marks.length ? [[name, marks]] : []
    }),
  )
}

/** So many of the newest are looked through before the word index is asked; common words are found there. */
const NEWEST = 5_000

const isNull = (isArchived: boolean) => `is ${isArchived ? 'not ' : ''}null`

const newestObjects = (isArchived: boolean) => `(select n.* from objects n
  where n.account_id = $1 and n.schema_id = $2 and n.archived_at ${isNull(isArchived)}
  order by n.account_id, n.schema_id, n.created_at desc, n.id desc limit ${NEWEST}) o`

/** Objects whose words contain a text, newest first. */
const among = (source: string, isArchived: boolean, condition: ObjectCondition) => `
select ${OBJECT_COLUMNS} from ${source}
where o.account_id = $1 and o.schema_id = $2 and o.archived_at ${isNull(isArchived)} and o.words ilike $3 and ${condition.sql}
order by o.account_id, o.created_at desc, o.id desc limit $4 offset $5`

const search = async (
  tx: Tx,
  accountId: number,
  { id }: SchemaRow,
  { query, archived = false, limit = 100, offset = 0 }: Search,
  condition: ObjectCondition,
): Promise<ObjectRow[]> => {
  const values = [accountId, id, likeHolding(query), limit + 1, offset, ...condition.values]
  const near = await tx.rows<ObjectRow>(among(newestObjects(archived), archived, condition), values)
  return near.length > limit ? near : tx.rows<ObjectRow>(among('objects o', archived, condition), values)
}

/**
 * Objects of a kind, perhaps of a segment, whose external ID or searchable fields contain a text. Outside row-level
 * security, which would keep the word index from being used; every statement names the account.
 */
export const searchObjects = (
  house: House,
  { objectsInSegment }: ObjectPorts,
  accountId: number,
  objectName: string,
  wanted: Search,
): Promise<{ objects: Found[]; hasMore: boolean }> =>
  house.db.system(async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    const { segmentId, limit = 100, attributes, query } = wanted
    const condition =
      segmentId === undefined
        ? { sql: 'true', values: [] }
        : await objectsInSegment?.(tx, accountId, segmentId, schema.name, 6)
    if (!condition) throw notFound('There is no such segment.')
    const rows = await search(tx, accountId, schema, wanted, condition)
    return {
      objects: rows.slice(0, limit).map((row) => ({
        ...toObject(row, attributes),
        highlights: highlightsOf(row, schema.searchableFields, query),
      })),
      hasMore: rows.length > limit,
    }
  })
