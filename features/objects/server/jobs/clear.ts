import { type JobHandler, job, recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { type Pair, recordTies } from '../associations/associate.ts'
import { associationOf } from '../associations/associationTypes.ts'
import { CHUNK, inChunks } from './chunks.ts'

/** Cuts some ties of an association. */
const CUT = `
delete from associations a using (
  select c.from_id, c.to_id from associations c where c.account_id = $1 and c.association_id = $2
  order by c.account_id, c.from_id, c.to_id limit ${CHUNK}
) few
where a.account_id = $1 and a.association_id = $2 and a.from_id = few.from_id and a.to_id = few.to_id
returning a.from_id as "fromId", a.to_id as "toId"`

const FORGET_ASSOCIATION = `delete from association_types where account_id = $1 and id = $2 and deleted_at is not null`

const clearTies = async (tx: Tx, house: House, accountId: number, associationId: number): Promise<number> => {
  const row = await associationOf(tx, accountId, associationId)
  if (!row) return 0
  const pairs = await tx.rows<Pair>(CUT, [accountId, associationId])
  await recordTies(tx, house, accountId, row, 'association.removed', pairs)
  if (pairs.length) return 1
  await tx.run(FORGET_ASSOCIATION, [accountId, associationId])
  return 0
}

/** Cuts all ties of a deleted association, a thousand in a transaction, and forgets it. */
export const clearAssociation = (house: House): JobHandler =>
  job({
    name: 'objects.clearAssociation',
    schema: z.object({ accountId: z.number(), associationId: z.number() }),
    run: ({ accountId, associationId }, signal) =>
      inChunks(signal, () => house.db.system((tx) => clearTies(tx, house, accountId, associationId))),
  })

/** Deletes some objects of a kind. */
const ERASE = `
delete from objects o using (
  select c.id from objects c where c.account_id = $1 and c.schema_id = $2 order by c.account_id, c.id limit ${CHUNK}
) few
where o.account_id = $1 and o.id = few.id returning o.id`

const NAME = `select s.name from object_schemas s where s.account_id = $1 and s.id = $2 and s.deleted_at is not null`

/** Forgets a kind whose associations are gone too. */
const FORGET_SCHEMA = `
delete from object_schemas s where s.account_id = $1 and s.id = $2 and s.deleted_at is not null and not exists (
  select 1 from association_types t where t.account_id = $1 and (t.from_schema_id = $2 or t.to_schema_id = $2)
)`

const clearObjects = async (tx: Tx, house: House, accountId: number, schemaId: number): Promise<number> => {
  const schema = await tx.one<{ name: string }>(NAME, [accountId, schemaId])
  if (!schema) return 0
  const rows = await tx.rows<{ id: number }>(ERASE, [accountId, schemaId])
  const data = { schemaId, objectName: schema.name }
  await recordChanges(
    tx,
    house,
    accountId,
    rows.map(({ id }) => ({ kind: 'object.erased', personId: null, ref: id, data })),
  )
  if (rows.length) return 1
  if (!(await tx.run(FORGET_SCHEMA, [accountId, schemaId]))) throw new Error('its associations are still being cleared')
  return 0
}

/** Deletes all objects of a deleted kind, a thousand in a transaction, and forgets it. */
export const clearSchema = (house: House): JobHandler =>
  job({
    name: 'objects.clearSchema',
    schema: z.object({ accountId: z.number(), schemaId: z.number() }),
    run: ({ accountId, schemaId }, signal) =>
      inChunks(signal, () => house.db.system((tx) => clearObjects(tx, house, accountId, schemaId))),
  })
