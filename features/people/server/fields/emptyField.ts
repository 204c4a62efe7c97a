import { type JobHandler, job, recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'

const CHUNK = 1_000

/** Locks some people who have a value in a field. */
const HOLDERS = `
select p.id from people p where p.account_id = $1 and p.id > $2 and p.fields ? $3
order by p.account_id, p.id limit ${CHUNK} for update of p`

/** Takes a field's values away. */
const EMPTY = `
update people set fields = fields - $3::text, updated_at = $4 where account_id = $1 and id = any($2::bigint[])`

const emptyChunk = async (tx: Tx, house: House, accountId: number, name: string, after: number) => {
  const ids = (await tx.rows<{ id: number }>(HOLDERS, [accountId, after, name])).map(({ id }) => id)
  if (!ids.length) return 0
  await tx.run(EMPTY, [accountId, ids, name, house.clock.now()])
  const data = { source: 'field', fields: [name] }
  await recordChanges(
    tx,
    house,
    accountId,
    ids.map((personId) => ({ kind: 'person.changed', personId, data })),
  )
  return ids.length === CHUNK ? (ids.at(-1) ?? 0) : 0
}

/** Takes the values of a deleted field from everybody, a thousand people in a transaction. */
export const emptyField = (house: House): JobHandler =>
  job({
    name: 'people.emptyField',
    schema: z.object({ accountId: z.number(), name: z.string() }),
    run: async ({ accountId, name }, signal) => {
      for (let after = 0; ; ) {
        after = await house.db.system((tx) => emptyChunk(tx, house, accountId, name, after))
        if (!after) return
        if (signal.aborted) throw new Error('stopped; goes on later')
      }
    },
  })
