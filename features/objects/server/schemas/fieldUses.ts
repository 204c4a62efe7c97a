import { type House, notFound } from '@millrace/kit/server'
import type { ObjectUsage } from '../../contract/index.ts'
import type { ObjectPorts } from '../ports.ts'
import { findSchema } from './schemaRows.ts'
import { eachOnce } from './uses.ts'

/** How many objects that are not archived have a value in a field. */
const COUNT = `
select count(*) as n from objects o where o.account_id = $1 and o.schema_id = $2 and o.archived_at is null and o.fields ? $3`

const EXISTS = `select 1 as "isThere" from object_fields where account_id = $1 and schema_id = $2 and name = $3`

/** How many things use each field of a kind, by its name; those that nothing uses are left out. */
export const countObjectFieldUses = (
  house: House,
  { fieldMentions }: ObjectPorts,
  accountId: number,
  objectName: string,
): Promise<Record<string, number>> =>
  house.db.account(accountId, async (tx) => {
    const { id } = await findSchema(tx, house, accountId, objectName)
    const own = ((await fieldMentions?.(tx, accountId)) ?? []).filter(({ schemaId }) => schemaId === id)
    const byName = Map.groupBy(own, ({ name }) => name)
    return Object.fromEntries([...byName].map(([name, all]) => [name, eachOnce(all.map(({ use }) => use)).length]))
  })

/** What uses a field of a kind, and how many objects have a value in it. */
export const listObjectFieldUses = (
  house: House,
  { fieldMentions }: ObjectPorts,
  accountId: number,
  { objectName, fieldName }: { objectName: string; fieldName: string },
): Promise<ObjectUsage> =>
  house.db.account(accountId, async (tx) => {
    const { id } = await findSchema(tx, house, accountId, objectName)
    if (!(await tx.one(EXISTS, [accountId, id, fieldName]))) throw notFound('There is no such field.')
    const objects = (await tx.one<{ n: number }>(COUNT, [accountId, id, fieldName]))?.n ?? 0
    const all = (await fieldMentions?.(tx, accountId)) ?? []
    const own = all.filter(({ schemaId, name }) => schemaId === id && name === fieldName)
    return { objects, uses: eachOnce(own.map(({ use }) => use)) }
  })
