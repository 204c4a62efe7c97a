import { type NewChange, recordChanges } from '@millrace/kit/jobs'
import { type House, numberList, type Tx, withGenericPlans } from '@millrace/kit/server'
import { normalTag } from '../../contract/index.ts'
import { findTags, tagIds } from './tagIds.ts'

/** A person and a tag by its name. */
export type PersonTag = { personId: number; tag: string }

/** Reads and locks the tags of people, in the order of their ids. */
const LOCK = `
select p.id, p.tags from unnest($2::bigint[]) as u(id) join people p on p.id = u.id where p.account_id = $1
order by p.account_id, p.id for update of p`

/** Writes the tags of people. */
const WRITE = `
update people p set tags = u.tags::bigint[], updated_at = $2 from unnest($3::bigint[], $4::text[]) as u(id, tags)
where p.account_id = $1 and p.id = u.id`

/**
 * Tags people with one tag, or takes it off, where that is a change, and answers whom it changed. Asked with generic plans, it
 * goes through people in the order of their ids, as `LOCK` does.
 */
const ADD_ONE = `
update people p set tags = p.tags || $3::bigint, updated_at = $4 from unnest($2::bigint[]) as u(id)
where p.account_id = $1 and p.id = u.id and not p.tags @> array[$3::bigint] returning p.id`
const REMOVE_ONE = `
update people p set tags = array_remove(p.tags, $3::bigint), updated_at = $4 from unnest($2::bigint[]) as u(id)
where p.account_id = $1 and p.id = u.id and p.tags @> array[$3::bigint] returning p.id`

type Move = { personId: number; tagId: number }

type Kind = 'tag.added' | 'tag.removed'

/** A tag that everybody is about: one statement says whom it changes and changes them. */
const applyOne = async (
  tx: Tx,
  house: House,
  accountId: number,
  people: ReadonlySet<number>,
  change: { kind: Kind; ref: number; data?: { source: string } },
) => {
  const sql = change.kind === 'tag.added' ? ADD_ONE : REMOVE_ONE
  const ids = [...people].sort((a, b) => a - b)
  const rows = await tx.rows<{ id: number }>(sql, [accountId, numberList(ids), change.ref, house.clock.now()])
  const changes = rows.map(({ id }): NewChange => ({ ...change, personId: id }))
  await recordChanges(tx, house, accountId, changes)
  return changes.length
}

const grouped = (moves: readonly Move[]) => {
  const byPerson = new Map<number, Set<number>>()
  for (const { personId, tagId } of moves) byPerson.set(personId, (byPerson.get(personId) ?? new Set()).add(tagId))
  return byPerson
}

const applyAll = async (
  tx: Tx,
  house: House,
  accountId: number,
  moves: readonly Move[],
  kind: Kind,
  data?: { source: string },
) => {
  const [first] = moves
  if (!first) return 0
  if (moves.every(({ tagId }) => tagId === first.tagId)) {
    const people = new Set(moves.map(({ personId }) => personId))
    return applyOne(tx, house, accountId, people, { kind, ref: first.tagId, ...(data && { data }) })
  }
  const byPerson = grouped(moves)
  const people = await tx.rows<{ id: number; tags: number[] }>(LOCK, [accountId, [...byPerson.keys()]])
  const isAdding = kind === 'tag.added'
  const changes: NewChange[] = []
  const written: { id: number; tags: string }[] = []
  for (const { id, tags } of people) {
    const wanted = byPerson.get(id) ?? new Set<number>()
    const real = isAdding ? [...wanted].filter((tag) => !tags.includes(tag)) : tags.filter((tag) => wanted.has(tag))
    if (!real.length) continue
    const after = isAdding ? [...tags, ...real] : tags.filter((tag) => !wanted.has(tag))
    written.push({ id, tags: `{${after.join(',')}}` })
    for (const ref of real) changes.push({ kind, personId: id, ref, ...(data && { data }) })
  }
  if (!written.length) return 0
  const values = [accountId, house.clock.now(), written.map(({ id }) => id), written.map(({ tags }) => tags)]
  await tx.run(WRITE, values)
  await recordChanges(tx, house, accountId, changes)
  return changes.length
}

const apply = (...moving: Parameters<typeof applyAll>) => withGenericPlans(moving[0], () => applyAll(...moving))

/**
 * Tags people, in a fixed number of statements; makes tags that are missing. Records `tag.added` for those alone who did
 * not have the tag, and answers how many that were. Throws where a name cannot be a tag.
 */
export const addTags = async (
  tx: Tx,
  house: House,
  accountId: number,
  pairs: readonly PersonTag[],
): Promise<number> => {
  if (!pairs.length) return 0
  const names = [...new Set(pairs.map(({ tag }) => tag))]
  const ids = await tagIds(tx, accountId, names, house.clock.now())
  const moves = pairs.flatMap(({ personId, tag }) => {
    const tagId = ids.get(normalTag(tag).toLowerCase())
    return tagId === undefined ? [] : [{ personId, tagId }]
  })
  return apply(tx, house, accountId, moves, 'tag.added')
}

/** Takes tags off people; unknown tags are nothing to take off. Records `tag.removed` and answers how many those were. */
export const removeTags = async (
  tx: Tx,
  house: House,
  accountId: number,
  pairs: readonly PersonTag[],
): Promise<number> => {
  if (!pairs.length) return 0
  const ids = await findTags(tx, accountId, [...new Set(pairs.map(({ tag }) => tag))])
  const moves = pairs.flatMap(({ personId, tag }) => {
    const tagId = ids.get(normalTag(tag).toLowerCase())
    return tagId === undefined ? [] : [{ personId, tagId }]
  })
  return apply(tx, house, accountId, moves, 'tag.removed')
}

/** The same as `removeTags`, by tag id. */
export const removeTagIds = (tx: Tx, house: House, accountId: number, moves: readonly Move[]): Promise<number> =>
  apply(tx, house, accountId, moves, 'tag.removed')

/** The same as `addTags`, by tag id; `data` stands in the changes. */
export const addTagIds = (
  tx: Tx,
  house: House,
  accountId: number,
  moves: readonly Move[],
  data?: { source: string },
): Promise<number> => apply(tx, house, accountId, moves, 'tag.added', data)
