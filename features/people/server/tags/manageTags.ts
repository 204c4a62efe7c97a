import { type JobHandler, job } from '@millrace/kit/jobs'
import { conflict, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { DEFAULT_COLOR, type NewTag, normalTag, type Tag } from '../../contract/index.ts'
import { removeTagIds } from './movePersonTags.ts'
import { findTags, tagRefusal } from './tagIds.ts'

const CHUNK = 1_000
const EXISTS = 'This tag already exists.'

const COLUMNS = 'id, name, description, color, created_at'

/** All tags by name. */
const LIST = `select ${COLUMNS} from tags where account_id = $1 order by account_id, lower(name)`

/** One tag by its name. */
const FIND = `select ${COLUMNS} from tags where account_id = $1 and lower(name) = lower($2)`

/** Makes tags. */
const MAKE = `
insert into tags (account_id, name, description, color, created_at)
select $1::int, u.name, u.description, u.color, $2 from unnest($3::text[], $4::text[], $5::text[]) as u(name, description, color)
on conflict (account_id, lower(name)) do nothing returning ${COLUMNS}`

/** How many people who are not archived carry each tag. */
const COUNTS = `
select t.name, c.n from tags t join (
  select u.tag_id, count(*) as n from people p, unnest(p.tags) as u(tag_id)
  where p.account_id = $1 and p.archived_at is null group by u.tag_id
) c on c.tag_id = t.id where t.account_id = $1`

/** Renames, describes or colours a tag. */
const CHANGE = `
update tags set name = $3, description = $4, color = $5 where account_id = $1 and id = $2 returning ${COLUMNS}`

const DELETE = `delete from tags where account_id = $1 and id = $2`

/** Some people who carry a tag. */
const CARRIERS = `
select p.id from people p where p.account_id = $1 and p.tags @> array[$2::bigint] order by p.account_id, p.id limit ${CHUNK + 1}`

type TagRow = { id: number; name: string; description: string; color: string; created_at: Date }
type TagInput = z.infer<typeof NewTag>

const toTag = ({ id, name, description, color, created_at }: TagRow): Tag => ({
  id,
  tag: name,
  description,
  color,
  createdAt: created_at.toISOString(),
})

const nameOrRefuse = (text: string) => {
  const name = normalTag(text)
  const refusal = tagRefusal(name)
  if (refusal) throw refused(refusal)
  return name
}

/** All tags of an account. */
export const listTags = (house: House, accountId: number): Promise<Tag[]> =>
  house.db.account(accountId, async (tx) => (await tx.rows<TagRow>(LIST, [accountId])).map(toTag))

/** How many people carry each tag, by name; tags that nobody carries are left out. */
export const countTags = (house: House, accountId: number): Promise<Record<string, number>> =>
  house.db.account(accountId, async (tx) => {
    const rows = await tx.rows<{ name: string; n: number }>(COUNTS, [accountId])
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
  })

/** Makes tags; all or none. */
export const createTags = (house: House, accountId: number, tags: readonly TagInput[]): Promise<Tag[]> =>
  house.db.account(accountId, async (tx) => {
    const names = tags.map(({ tag }) => nameOrRefuse(tag))
    const isRepeated = new Set(names.map((name) => name.toLowerCase())).size < names.length
    if (isRepeated || (await findTags(tx, accountId, names)).size) throw conflict(EXISTS)
    const rows = await tx.rows<TagRow>(MAKE, [
      accountId,
      house.clock.now(),
      names,
      tags.map(({ description }) => description ?? ''),
      tags.map(({ color }) => color || DEFAULT_COLOR),
    ])
    if (rows.length < names.length) throw conflict(EXISTS)
    return rows.map(toTag)
  })

const find = async (tx: Tx, accountId: number, name: string) => {
  const row = await tx.one<TagRow>(FIND, [accountId, normalTag(name)])
  if (!row) throw notFound('There is no such tag.')
  return row
}

/** Renames, describes or colours a tag. */
export const updateTag = (house: House, accountId: number, name: string, patch: Partial<TagInput>): Promise<Tag> =>
  house.db.account(accountId, async (tx) => {
    const row = await find(tx, accountId, name)
    const wanted = patch.tag === undefined ? row.name : nameOrRefuse(patch.tag)
    const holder = (await findTags(tx, accountId, [wanted])).get(wanted.toLowerCase())
    if (holder !== undefined && holder !== row.id) throw conflict(EXISTS)
    const values = [accountId, row.id, wanted, patch.description ?? row.description, patch.color || row.color]
    const changed = await tx.one<TagRow>(CHANGE, values)
    return toTag(changed ?? row)
  })

const takeOff = async (tx: Tx, house: House, accountId: number, tagId: number): Promise<boolean> => {
  const carriers = await tx.rows<{ id: number }>(CARRIERS, [accountId, tagId])
  const moves = carriers.slice(0, CHUNK).map(({ id }) => ({ personId: id, tagId }))
  await removeTagIds(tx, house, accountId, moves)
  return carriers.length > CHUNK
}

/** Deletes a tag at once, and takes it off everybody: the first thousand at once, the rest as a job. */
export const deleteTag = (house: House, accountId: number, name: string): Promise<void> =>
  house.db.system(async (tx) => {
    const { id } = await find(tx, accountId, name)
    await tx.run(DELETE, [accountId, id])
    if (await takeOff(tx, house, accountId, id)) await house.jobs.add(tx, 'people.takeTagOff', { accountId, tagId: id })
  })

/** Takes a deleted tag off everybody, a thousand people in a transaction. */
export const takeTagOff = (house: House): JobHandler =>
  job({
    name: 'people.takeTagOff',
    schema: z.object({ accountId: z.number(), tagId: z.number() }),
    run: async ({ accountId, tagId }, signal) => {
      while (await house.db.system((tx) => takeOff(tx, house, accountId, tagId)))
        if (signal.aborted) throw new Error('stopped; goes on later')
    },
  })
