import { randomBytes } from 'node:crypto'
import { type House, refused, type Tx } from '@millrace/kit/server'
import { fitValue } from '@millrace/people/server'
import type { ObjectJob, ObjectSelection } from '../../contract/index.ts'
import type { ObjectPorts } from '../ports.ts'
import { mayWrite } from '../schemas/gate.ts'
import { findSchema, rulesOf, type SchemaRow } from '../schemas/schemaRows.ts'
import { actOnObjects, type ObjectAct } from './acts.ts'
import { filterOf, nextObjects } from './walk.ts'

/** So many objects are dealt with at once; more are a job. */
export const AT_ONCE = 1_000

/** Keeps a job. */
const KEEP = `
insert into object_jobs (account_id, schema_id, kind, selection, fields, attributes, total, first_id, last_id, up_to_id, email,
  created_by, created_at, file_key)
values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13) returning id`

/** The lowest and the highest id of the objects of a kind. */
const ENDS = `
select coalesce((select o.id from objects o where o.account_id = $1 and o.schema_id = $2
    order by o.account_id, o.schema_id, o.id limit 1), 1) as first,
  coalesce((select o.id from objects o where o.account_id = $1 and o.schema_id = $2
    order by o.account_id desc, o.schema_id desc, o.id desc limit 1), 0) as last`

/** Queues a job's next turn. Those of one account go one after the other, so that two never fight for the same objects. */
export const queueObjectJob = (tx: Tx, house: House, accountId: number, id: number): Promise<void> =>
  house.jobs.add(
    tx,
    'objects.bulk',
    { accountId, id },
    { key: `objects:${accountId}:${id}`, queue: `objects:${accountId}` },
  )

/** Where it is asked for, and by whom. */
export type Asking = { house: House; ports: ObjectPorts; accountId: number; memberId: number; objectName: string }

/** What is asked for. */
export type Wanted = {
  kind: ObjectJob['kind']
  selection: ObjectSelection
  fields?: Record<string, unknown> | undefined
}

/** What a bulk call answers. */
export type BulkDone = { count: number; isQueued: boolean; jobId?: number }

/** Refuses a selection that names nothing. */
export const mustName = ({ ids, segmentId, all }: ObjectSelection): void => {
  if (!ids && segmentId === undefined && !all) throw refused('Name at least one.')
}

/** How many it is for; a search is not counted. */
const totalOf = async (tx: Tx, { ports, accountId }: Asking, schema: SchemaRow, { kind, selection }: Wanted) => {
  if (selection.ids) return new Set(selection.ids).size
  if (selection.query) return null
  const { sql, values } = await filterOf(tx, ports, accountId, schema, { kind, selection }, 3)
  const count = `select count(*) as n from objects o where o.account_id = $1 and o.schema_id = $2 and ${sql}`
  return (await tx.one<{ n: number }>(count, [accountId, schema.id, ...values]))?.n ?? 0
}

/** Keeps a job and queues it. */
export const queueWork = async (
  tx: Tx,
  asking: Asking,
  schema: SchemaRow,
  wanted: Wanted,
  more: { email?: string; attributes?: string[] } = {},
): Promise<BulkDone> => {
  const { house, accountId, memberId } = asking
  const { kind, selection, fields } = wanted
  const total = await totalOf(tx, asking, schema, wanted)
  const ends = await tx.one<{ first: number; last: number }>(ENDS, [accountId, schema.id])
  const what = [schema.id, kind, JSON.stringify(selection), fields ? JSON.stringify(fields) : null]
  const way = [more.attributes ?? null, total, (ends?.first ?? 1) - 1, ends?.last ?? 0]
  const key = kind === 'export' ? randomBytes(16).toString('hex') : null
  const values = [accountId, ...what, ...way, more.email ?? null, memberId, house.clock.now(), key]
  const id = (await tx.one<{ id: number }>(KEEP, values))?.id ?? 0
  await queueObjectJob(tx, house, accountId, id)
  return { count: total ?? 0, isQueued: true, jobId: id }
}

const mustFit = async (tx: Tx, { ports, accountId }: Asking, schema: SchemaRow, fields: Wanted['fields']) => {
  await mayWrite(tx, ports, accountId, schema)
  const entries = Object.entries(fields ?? {})
  if (!entries.length) throw refused('Choose a field.')
  const rules = await rulesOf(tx, accountId, schema.id)
  for (const [name, value] of entries) {
    const rule = rules.get(name)
    if (!rule) throw refused(`${name}: there is no such field.`)
    const { refusal } = fitValue(rule, value)
    if (refusal !== undefined) throw refused(refusal)
  }
}

/** Does it to up to a thousand objects at once; queues it for more. */
export const changeMany = (
  asking: Asking,
  { kind, selection, fields }: Wanted & ObjectActKind,
): Promise<BulkDone & { changed: number }> => {
  mustName(selection)
  const { house, ports, accountId, objectName } = asking
  // Outside row-level security, which would keep word indexes from being used; every statement names the account.
  return house.db.system(async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    if (kind === 'set') await mustFit(tx, asking, schema, fields)
    const walk = { kind, selection, after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: AT_ONCE + 1 }
    const first = await nextObjects(tx, ports, accountId, schema, walk)
    if (first.ids.length > AT_ONCE || first.last)
      return { ...(await queueWork(tx, asking, schema, { kind, selection, fields })), changed: 0 }
    const changed = await actOnObjects(tx, house, accountId, schema, { kind, fields: fields ?? null }, first.ids)
    return { count: changed, changed, isQueued: false }
  })
}

type ObjectActKind = Pick<ObjectAct, 'kind'>
