import type { House } from '@millrace/kit/server'
import type { Usage } from '../../contract/index.ts'
import { allMentions, countUses, type NameKeeper, usesAmong } from '../ports.ts'
import { findTag } from './tagRow.ts'

/** How many people who are not archived carry each tag. */
const COUNTS = `
select t.name, c.n from tags t join (
  select u.tag_id, count(*) as n from people p, unnest(p.tags) as u(tag_id)
  where p.account_id = $1 and p.archived_at is null group by u.tag_id
) c on c.tag_id = t.id where t.account_id = $1`

/** How many people who are not archived carry one tag. */
const COUNT = `
select count(*) as n from people p where p.account_id = $1 and p.archived_at is null and p.tags @> array[$2::bigint]`

/** The names of all tags. */
const NAMES = `select name from tags where account_id = $1`

type Counts = { tagCounts: Record<string, number>; useCounts: Record<string, number> }

/** How many people carry each tag and how many things use it, by name; those of nobody and nothing are left out. */
export const countTags = (house: House, keepers: readonly NameKeeper[], accountId: number): Promise<Counts> =>
  house.db.account(accountId, async (tx) => {
    const counted = await tx.rows<{ name: string; n: number }>(COUNTS, [accountId])
    const uses = countUses(await allMentions(tx, accountId, keepers), 'tag')
    const names = await tx.rows<{ name: string }>(NAMES, [accountId])
    const used = names.flatMap(({ name }): [string, number][] => {
      const count = uses.get(name.toLowerCase())
      return count ? [[name, count]] : []
    })
    return {
      tagCounts: Object.fromEntries(counted.map(({ name, n }) => [name, n])),
      useCounts: Object.fromEntries(used),
    }
  })

/** What uses a tag, and how many people carry it. */
export const listTagUses = (
  house: House,
  keepers: readonly NameKeeper[],
  accountId: number,
  name: string,
): Promise<Usage> =>
  house.db.system(async (tx) => {
    const row = await findTag(tx, accountId, name)
    const people = (await tx.one<{ n: number }>(COUNT, [accountId, row.id]))?.n ?? 0
    const uses = usesAmong(await allMentions(tx, accountId, keepers), 'tag', row.name.toLowerCase())
    return { people, uses }
  })
