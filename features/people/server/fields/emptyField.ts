import { type JobHandler, job, recordChanges } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { type FieldRule, fitValue } from '../rules/fieldValue.ts'
import { fieldRules } from './fieldRules.ts'

const CHUNK = 1_000

/** Locks some people who have a value in a field. */
const HOLDERS = `
select p.id, p.fields -> $3 as value, p.updated_at as "updatedAt" from people p
where p.account_id = $1 and p.id > $2 and p.fields ? $3
order by p.account_id, p.id limit ${CHUNK} for update of p`

/** Takes a field's values away. */
const EMPTY = `
update people set fields = fields - $3::text, updated_at = $4 where account_id = $1 and id = any($2::bigint[])`

const Payload = z.object({ accountId: z.number(), name: z.string(), at: z.coerce.date() })
type Payload = z.infer<typeof Payload>
type Holder = { id: number; value: unknown; updatedAt: Date }

/** A field of that name may have been made again meanwhile: what was written for it stays. */
const isLeftOver = ({ value, updatedAt }: Holder, rule: FieldRule | undefined, at: Date) =>
  !rule || updatedAt <= at || fitValue(rule, value).refusal !== undefined

const emptyChunk = async (tx: Tx, house: House, { accountId, name, at }: Payload, after: number) => {
  const rule = (await fieldRules(tx, accountId)).get(name)
  const holders = await tx.rows<Holder>(HOLDERS, [accountId, after, name])
  const ids = holders.filter((holder) => isLeftOver(holder, rule, at)).map(({ id }) => id)
  if (ids.length) {
    await tx.run(EMPTY, [accountId, ids, name, house.clock.now()])
    const data = { source: 'field', fields: [name] }
    const changes = ids.map((personId) => ({ kind: 'person.changed', personId, data }))
    await recordChanges(tx, house, accountId, changes)
  }
  return holders.length === CHUNK ? (holders.at(-1)?.id ?? 0) : 0
}

/** Takes the values of a deleted field from everybody, a thousand people in a transaction. */
export const emptyField = (house: House): JobHandler =>
  job({
    name: 'people.emptyField',
    schema: Payload,
    run: async (payload, signal) => {
      for (let after = 0; ; ) {
        after = await house.db.system((tx) => emptyChunk(tx, house, payload, after))
        if (!after) return
        if (signal.aborted) throw new Error('stopped; goes on later')
      }
    },
  })
