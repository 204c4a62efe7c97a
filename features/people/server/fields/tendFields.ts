import { type JobHandler, job } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { nameKeepersOf } from '../ports.ts'
import { HOT_PREFIX, hotExpression } from './hotExpression.ts'
import { type WantedIndex, wantedIndexes } from './wantedIndexes.ts'

/** Nobody else tends indexes meanwhile: an unfinished one that is found is nobody's. */
const LOCK = `select pg_try_advisory_lock(hashtext('people.tendFields')) as "isMine"`
const UNLOCK = `select pg_advisory_unlock(hashtext('people.tendFields'))`

/** The indexes of fields that are there; one whose making was broken off is not valid. */
const PRESENT = `
select c.relname as index, i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
where i.indrelid = 'people'::regclass and c.relname like '${HOT_PREFIX.replaceAll('_', '\\_')}%'`

/** Says of which fields an index answers conditions; whoever reads a field from now on knows. */
const MARK = `
update /* across accounts: which indexes are there */ person_fields f set is_hot = u.is_there
from (
  select o.account_id, o.name, exists (
    select from unnest($1::int[], $2::text[], $3::text[]) as w(account_id, name, kind)
    where w.account_id = o.account_id and w.name = o.name and w.kind = case
      when o.is_array then '' when o.type in ('number', 'integer') then 'number'
      when o.type <> 'string' then '' when o.format is null then 'text' else 'date' end) as is_there
  from person_fields o
) u where u.account_id = f.account_id and u.name = f.name and f.is_hot <> u.is_there`

type Present = { index: string; isValid: boolean }

const mark = (tx: Tx, indexes: readonly WantedIndex[]) => {
  const marked = indexes.flatMap(({ name, kind, accounts }) => accounts.map((id) => ({ id, name, kind })))
  const values = [marked.map(({ id }) => id), marked.map(({ name }) => name), marked.map(({ kind }) => kind)]
  return tx.run(MARK, values)
}

const tend = async (house: House, client: PoolClient, from: number | undefined, signal: AbortSignal) => {
  const wanted = await house.db.system((tx) => wantedIndexes(tx, nameKeepersOf(house), from))
  const present = (await client.query<Present>(PRESENT)).rows
  const valid = new Set(present.flatMap(({ index, isValid }) => (isValid ? index : [])))
  const isWanted = new Set(wanted.map(({ index }) => index))
  // Nobody says any more what an index that goes would answer.
  await house.db.system((tx) =>
    mark(
      tx,
      wanted.filter(({ index }) => valid.has(index)),
    ),
  )
  for (const { index, isValid } of present) {
    if (!isValid || !isWanted.has(index)) await client.query(`drop index concurrently if exists "${index}"`)
  }
  const missing = wanted.filter(({ index }) => !valid.has(index))
  for (const { index, name, kind } of missing) {
    signal.throwIfAborted()
    const expression = hotExpression(name, kind)
    await client.query(
      `create index concurrently "${index}" on people (account_id, (${expression}), id) where (${expression}) is not null`,
    )
  }
  if (!missing.length) return
  // Without figures of the new expressions the planner would not know what they are worth.
  await client.query('analyze people')
  await house.db.system((tx) => mark(tx, wanted))
}

/**
 * Makes the indexes that fields are worth and drops those that are not, outside a transaction, so that nobody waits. Broken
 * off at any moment, the next round drops what is unfinished and makes it again.
 */
export const tendFields = (house: House, from?: number): JobHandler =>
  job({
    name: 'people.tendFields',
    schema: z.looseObject({}),
    cron: '*/10 * * * *',
    run: async (_payload, signal) => {
      const client = await house.db.pool.connect()
      let isMine = false
      try {
        isMine = (await client.query<{ isMine: boolean }>(LOCK)).rows[0]?.isMine === true
        if (isMine) await tend(house, client, from, signal)
      } finally {
        if (isMine) await client.query(UNLOCK).catch(() => undefined)
        client.release()
      }
    },
  })
