import { type JobHandler, job, recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { wordsOf } from '../upsert/words.ts'
import { CHUNK, inChunks } from './chunks.ts'

/** Locks some objects that have a value in a field. */
const HOLDERS = `
select o.id from objects o where o.account_id = $1 and o.schema_id = $2 and o.id > $3 and o.fields ? $4
order by o.account_id, o.id limit ${CHUNK} for update of o`

/** Takes a field's values away. */
const EMPTY = `
update objects set fields = fields - $3::text, updated_at = $4 where account_id = $1 and id = any($2::bigint[])`

const NAME = `select s.name from object_schemas s where s.account_id = $1 and s.id = $2`

type Emptying = { accountId: number; schemaId: number; name: string }

const emptyChunk = async (tx: Tx, house: House, { accountId, schemaId, name }: Emptying, after: number) => {
  const schema = await tx.one<{ name: string }>(NAME, [accountId, schemaId])
  const ids = (await tx.rows<{ id: number }>(HOLDERS, [accountId, schemaId, after, name])).map(({ id }) => id)
  if (!ids.length || !schema) return 0
  await tx.run(EMPTY, [accountId, ids, name, house.clock.now()])
  const data = { source: 'field', schemaId, objectName: schema.name, fields: [name] }
  await recordChanges(
    tx,
    house,
    accountId,
    ids.map((ref) => ({ kind: 'object.changed', personId: null, ref, data })),
  )
  return ids.length === CHUNK ? (ids.at(-1) ?? 0) : 0
}

/** Takes the values of a deleted field from all objects, a thousand in a transaction. */
export const emptyObjectField = (house: House): JobHandler =>
  job({
    name: 'objects.emptyField',
    schema: z.object({ accountId: z.number(), schemaId: z.number(), name: z.string() }),
    run: async (emptying, signal) => {
      await inChunks(signal, (after) => house.db.system((tx) => emptyChunk(tx, house, emptying, after)))
      const { accountId, schemaId } = emptying
      await inChunks(signal, (after) => house.db.system((tx) => writeChunk(tx, accountId, schemaId, after)))
    },
  })

/** Locks some objects of a kind. */
const SOME = `
select o.id, o.external_id as "externalId", o.fields, o.words from objects o
where o.account_id = $1 and o.schema_id = $2 and o.id > $3 order by o.account_id, o.id limit ${CHUNK} for update of o`

/** Writes what objects are found by. */
const WRITE = `
update objects o set words = u.words from unnest($2::bigint[], $3::text[]) as u(id, words)
where o.account_id = $1 and o.id = u.id`

/** The fields that a kind is searched by and still has. */
const SEARCHABLE = `
select f.name from object_schemas s join object_fields f on f.account_id = $1 and f.schema_id = s.id
where s.account_id = $1 and s.id = $2 and f.name = any(s.searchable_fields)`

type Row = { id: number; externalId: string | null; fields: Record<string, unknown>; words: string }

export const writeChunk = async (tx: Tx, accountId: number, schemaId: number, after: number): Promise<number> => {
  const searchable = (await tx.rows<{ name: string }>(SEARCHABLE, [accountId, schemaId])).map(({ name }) => name)
  const rows = await tx.rows<Row>(SOME, [accountId, schemaId, after])
  const moved = rows
    .map(({ id, externalId, fields, words }) => ({ id, old: words, words: wordsOf(externalId, fields, searchable) }))
    .filter(({ old, words }) => old !== words)
  if (moved.length) await tx.run(WRITE, [accountId, moved.map(({ id }) => id), moved.map(({ words }) => words)])
  return rows.length === CHUNK ? (rows.at(-1)?.id ?? 0) : 0
}

/** Writes anew what the objects of a kind are found by, a thousand in a transaction. */
export const writeWords = (house: House): JobHandler =>
  job({
    name: 'objects.writeWords',
    schema: z.object({ accountId: z.number(), schemaId: z.number() }),
    run: ({ accountId, schemaId }, signal) =>
      inChunks(signal, (after) => house.db.system((tx) => writeChunk(tx, accountId, schemaId, after))),
  })
