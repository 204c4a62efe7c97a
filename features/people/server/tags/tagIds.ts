import { refused, type Tx } from '@millrace/kit/server'
import { DEFAULT_COLOR, LONGEST_TAG, normalTag, RESERVED_TAGS } from '../../contract/index.ts'

/** Tags by the names that they have now; the database compares in its own idea of lower case. */
const FIND = `
select u.name as asked, t.id from unnest($2::text[]) as u(name) join tags t on lower(t.name) = lower(u.name)
where t.account_id = $1`

/** Tags by names that they had before. */
const FIND_FORMER = `
select u.name as asked, f.tag_id as id from unnest($2::text[]) as u(name) join former_tag_names f on f.name = lower(u.name)
where f.account_id = $1`

/** Makes tags that nobody has made meanwhile. */
const MAKE = `
insert into tags (account_id, name, color, created_at)
select $1::int, u.name, $3, $4 from unnest($2::text[]) as u(name) on conflict (account_id, lower(name)) do nothing`

/** Why a text cannot be a tag, or undefined. It is normalised already. */
export const tagRefusal = (tag: string): string | undefined => {
  if (!tag) return 'A tag needs a name.'
  if (tag.length > LONGEST_TAG) return `A tag can be ${LONGEST_TAG} characters long at the most.`
  if (RESERVED_TAGS.includes(tag.toLowerCase())) return `"${tag}" cannot be a tag: the name is taken by Millrace.`
  return undefined
}

type Found = { asked: string; id: number }

/** The ids of tags by the names that they have now, asked for in lower case; others are left out. */
export const currentTags = async (
  tx: Tx,
  accountId: number,
  names: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await tx.rows<Found>(FIND, [accountId, names])
  return new Map(rows.map(({ asked, id }) => [asked.toLowerCase(), id]))
}

const find = async (tx: Tx, accountId: number, names: readonly string[]) => {
  const found = await currentTags(tx, accountId, names)
  const others = names.filter((name) => !found.has(name.toLowerCase()))
  if (!others.length) return found
  for (const { asked, id } of await tx.rows<Found>(FIND_FORMER, [accountId, others])) found.set(asked.toLowerCase(), id)
  return found
}

/**
 * The ids of tags by name, in lower case; tags that are not there are left out. A name that a tag had before it was renamed
 * or merged still means it.
 */
export const findTags = (tx: Tx, accountId: number, names: readonly string[]): Promise<Map<string, number>> =>
  find(tx, accountId, [...new Set(names.map(normalTag))])

/** The ids of tags by name, in lower case; makes those that are missing. */
export const tagIds = async (
  tx: Tx,
  accountId: number,
  names: readonly string[],
  now: Date,
): Promise<Map<string, number>> => {
  const wanted = new Map<string, string>()
  for (const name of names) {
    const tag = normalTag(name)
    const refusal = tagRefusal(tag)
    if (refusal) throw refused(refusal)
    if (!wanted.has(tag.toLowerCase())) wanted.set(tag.toLowerCase(), tag)
  }
  const tags = [...wanted.values()].sort()
  const found = await find(tx, accountId, tags)
  const missing = tags.filter((tag) => !found.has(tag.toLowerCase()))
  if (!missing.length) return found
  await tx.run(MAKE, [accountId, missing, DEFAULT_COLOR, now], 'tags-make')
  return find(tx, accountId, tags)
}
