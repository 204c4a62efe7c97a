import { type JobHandler, job, type NewChange, recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { fitValue } from '../rules/fieldValue.ts'
import { isSame } from './checkValues.ts'
import { fieldRules } from './fieldRules.ts'

const CHUNK = 1_000

/** Locks some people who have a value in a field. */
const HOLDERS = `
select p.id, p.fields -> $3 as value from people p where p.account_id = $1 and p.id > $2 and p.fields ? $3
order by p.account_id, p.id limit ${CHUNK} for update of p`

/** Writes one field of people. */
const WRITE = `
update people p set fields = jsonb_set(p.fields, array[$3::text], u.value), updated_at = $2
from unnest($4::bigint[], $5::jsonb[]) as u(id, value) where p.account_id = $1 and p.id = u.id`

const refitChunk = async (tx: Tx, house: House, accountId: number, name: string, after: number): Promise<number> => {
  const rule = (await fieldRules(tx, accountId)).get(name)
  if (!rule) return 0
  const rows = await tx.rows<{ id: number; value: unknown }>(HOLDERS, [accountId, after, name])
  const moved = rows.flatMap(({ id, value: before }) => {
    const { value } = fitValue(rule, before)
    return value === undefined || value === null || isSame(value, before) ? [] : [{ id, before, value }]
  })
  if (moved.length) {
    const values = [moved.map(({ id }) => id), moved.map(({ value }) => JSON.stringify(value))]
    await tx.run(WRITE, [accountId, house.clock.now(), name, ...values])
    const changes = moved.map(({ id, before, value }): NewChange => {
      const data = { source: 'field', fields: [name], before: { [name]: before }, after: { [name]: value } }
      return { kind: 'person.changed', personId: id, data }
    })
    await recordChanges(tx, house, accountId, changes)
  }
  return rows.length === CHUNK ? (rows.at(-1)?.id ?? 0) : 0
}

/** Brings the values of a field into the form that its new type keeps, a thousand people in a transaction. */
export const refitField = (house: House): JobHandler =>
  job({
    name: 'people.refitField',
    schema: z.object({ accountId: z.number(), name: z.string() }),
    run: async ({ accountId, name }, signal) => {
      for (let after = 0; ; ) {
        after = await house.db.system((tx) => refitChunk(tx, house, accountId, name, after))
        if (!after) return
        if (signal.aborted) throw new Error('stopped; goes on later')
      }
    },
  })
