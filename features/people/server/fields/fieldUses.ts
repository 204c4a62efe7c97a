import { type House, notFound } from '@millrace/kit/server'
import type { Usage } from '../../contract/index.ts'
import { allMentions, countUses, type NameKeeper, usesAmong } from '../ports.ts'

/** How many people who are not archived have a value in a field of the account's own. */
const COUNT = `
select count(*) as n from people p where p.account_id = $1 and p.archived_at is null and p.fields ? $2`

/** Whether there is a field, with a column of its own or not. */
const EXISTS = `select 1 as "isThere" from person_fields where account_id = $1 and name = $2`

/** How many things use each field, by its name. */
export const countFieldUses = (
  house: House,
  keepers: readonly NameKeeper[],
  accountId: number,
): Promise<Record<string, number>> =>
  house.db.account(accountId, async (tx) =>
    Object.fromEntries(countUses(await allMentions(tx, accountId, keepers), 'field')),
  )

/** What uses a field, and how many people have a value in it. */
export const listFieldUses = (
  house: House,
  keepers: readonly NameKeeper[],
  accountId: number,
  name: string,
): Promise<Usage> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(EXISTS, [accountId, name]))) throw notFound('There is no such field.')
    const people = (await tx.one<{ n: number }>(COUNT, [accountId, name]))?.n ?? 0
    return { people, uses: usesAmong(await allMentions(tx, accountId, keepers), 'field', name) }
  })
