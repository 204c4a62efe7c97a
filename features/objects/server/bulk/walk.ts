import { likeHolding, notFound, type Tx } from '@millrace/kit/server'
import type { ObjectJob, ObjectSelection } from '../../contract/index.ts'
import type { ObjectPorts } from '../ports.ts'
import type { SchemaRow } from '../schemas/schemaRows.ts'

/** A way through a selection of objects in the order of ids: those behind `after`, up to `upTo`. */
export type ObjectWalk = {
  kind: ObjectJob['kind']
  selection: ObjectSelection
  after: number
  upTo: number
  limit: number
}

/** The next objects of a walk. `last`: how far it came, 0 at its end. */
export type Stretch = { ids: number[]; last: number }

/** Archived objects can be brought back, deleted and written to a file; the rest is done to those that are not. */
const wantsArchived = ({ kind, selection }: Pick<ObjectWalk, 'kind' | 'selection'>): boolean =>
  kind === 'restore' || (kind !== 'archive' && kind !== 'set' && selection.archived === true)

/** SQL over `objects o` for those of `all`, with parameters numbered from `first`; 404 where there is no such segment. */
export const filterOf = async (
  tx: Tx,
  ports: ObjectPorts,
  accountId: number,
  schema: SchemaRow,
  wanted: Pick<ObjectWalk, 'kind' | 'selection'>,
  first: number,
): Promise<{ sql: string; values: unknown[] }> => {
  const { query, segmentId, except } = wanted.selection
  const parts = [`o.archived_at is ${wantsArchived(wanted) ? 'not ' : ''}null`]
  const values: unknown[] = []
  const bind = (value: unknown) => `$${first + values.push(value) - 1}`
  if (query) parts.push(`o.words ilike ${bind(likeHolding(query))}`)
  if (except?.length) parts.push(`not o.id = any(${bind(except)}::bigint[])`)
  if (segmentId !== undefined) {
    const next = first + values.length
    const inSegment = await ports.objectsInSegment?.(tx, accountId, segmentId, schema.name, next)
    if (!inSegment) throw notFound('There is no such segment.')
    parts.push(inSegment.sql)
    values.push(...inSegment.values)
  }
  return { sql: parts.join(' and '), values }
}

/** Objects of a kind by id behind $3 up to $4 that fit. */
const page = (filter: string) => `
select o.id from objects o
where o.account_id = $1 and o.schema_id = $2 and o.id > $3 and o.id <= $4 and ${filter}
order by o.account_id, o.schema_id, o.id limit $5`

/** The named ones among the objects of a kind, by id. */
const NAMED = `
select o.id from objects o where o.account_id = $1 and o.schema_id = $2 and o.id = any($3::bigint[])
order by o.account_id, o.id`

const lastOf = (ids: readonly number[], limit: number) => (ids.length === limit ? (ids.at(-1) ?? 0) : 0)

/** Answers the next objects of a selection. */
export const nextObjects = async (
  tx: Tx,
  ports: ObjectPorts,
  accountId: number,
  schema: SchemaRow,
  walk: ObjectWalk,
): Promise<Stretch> => {
  const { selection, after, upTo, limit } = walk
  if (selection.ids) {
    const named = [...new Set(selection.ids)].filter((id) => id > after).sort((a, b) => a - b)
    const some = named.slice(0, limit)
    const rows = await tx.rows<{ id: number }>(NAMED, [accountId, schema.id, some])
    return { ids: rows.map(({ id }) => id), last: named.length > limit ? (some.at(-1) ?? 0) : 0 }
  }
  const { sql, values } = await filterOf(tx, ports, accountId, schema, walk, 6)
  const rows = await tx.rows<{ id: number }>(page(sql), [accountId, schema.id, after, upTo, limit, ...values])
  const ids = rows.map(({ id }) => id)
  return { ids, last: lastOf(ids, limit) }
}
