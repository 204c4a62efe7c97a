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

/** Tags that are becoming part of others. */
const MERGING = `select t.id, t.name, t.merging_into as "into" from tags t where t.account_id = $1 and t.merging_into is not null`

/** Of the people who carry one tag, how many carry another one too. */
const SHARE = `
select count(*) filter (where p.tags @> array[$3::bigint]) as done, count(*) as total
from people p where p.account_id = $1 and p.tags @> array[$2::bigint]`

type Merging = { id: number; name: string; into: number }

/** How far the merges of tags are, by the name of the one that goes. Nobody loses it before all have the other one. */
const mergedShares = (house: House, accountId: number, merging: readonly Merging[]) =>
  house.db.system(async (tx) => {
    const shares: Record<string, number> = {}
    for (const { id, name, into } of merging) {
      const row = await tx.one<{ done: number; total: number }>(SHARE, [accountId, id, into])
      shares[name] = row?.total ? row.done / row.total : 1
    }
    return shares
  })

type Counts = Record<'tagCounts' | 'useCounts' | 'mergedShares', Record<string, number>>

const countAll = (house: House, keepers: readonly NameKeeper[], accountId: number) =>
  house.db.account(accountId, async (tx) => {
    const counted = await tx.rows<{ name: string; n: number }>(COUNTS, [accountId])
    const uses = countUses(await allMentions(tx, accountId, keepers), 'tag')
    const names = await tx.rows<{ name: string }>(NAMES, [accountId])
    const used = names.flatMap(({ name }): [string, number][] => {
      const count = uses.get(name.toLowerCase())
      return count ? [[name, count]] : []
    })
    const tagCounts = Object.fromEntries(counted.map(({ name, n }) => [name, n]))
    return { tagCounts, useCounts: Object.fromEntries(used), merging: await tx.rows<Merging>(MERGING, [accountId]) }
  })

/**
 * How many people carry each tag and how many things use it, by name; those of nobody and nothing are left out. And how far
 * merges are.
 */
export const countTags = async (house: House, keepers: readonly NameKeeper[], accountId: number): Promise<Counts> => {
  const { merging, ...counts } = await countAll(house, keepers, accountId)
  return { ...counts, mergedShares: merging.length ? await mergedShares(house, accountId, merging) : {} }
}

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
