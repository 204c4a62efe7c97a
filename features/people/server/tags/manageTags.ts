import { conflict, type House, refused, type Tx } from '@millrace/kit/server'
import type { z } from 'zod'
import { DEFAULT_COLOR, type NewTag, normalTag, type Tag, type TagPatch } from '../../contract/index.ts'
import type { NameKeeper } from '../ports.ts'
import { currentTags, tagRefusal } from './tagIds.ts'
import { holdTag, refuseWhileJoined, TAG_COLUMNS, type TagRow, toTag } from './tagRow.ts'
import { takeOffSome } from './takeTagOff.ts'

const EXISTS = 'This tag already exists.'

/** All tags by name. */
const LIST = `select ${TAG_COLUMNS} from tags t where t.account_id = $1 order by t.account_id, lower(t.name)`

/** Makes tags. */
const MAKE = `
insert into tags as t (account_id, name, description, color, created_at)
select $1::int, u.name, u.description, u.color, $2 from unnest($3::text[], $4::text[], $5::text[]) as u(name, description, color)
on conflict (account_id, lower(name)) do nothing returning ${TAG_COLUMNS}`

/** Renames, describes or colours a tag. */
const CHANGE = `
update tags t set name = $3, description = $4, color = $5 where t.account_id = $1 and t.id = $2 returning ${TAG_COLUMNS}`

/** Names that a tag has from now on are nobody's former names. */
const TAKE_NAMES = `
delete from former_tag_names where account_id = $1 and name in (select lower(u.name) from unnest($2::text[]) as u(name))`

/** Remembers the name that a tag had. */
const REMEMBER = `insert into former_tag_names (account_id, name, tag_id, since) values ($1, lower($2), $3, $4)`

/** Gives up former names of a tag, all but some. */
const GIVE_UP = `delete from former_tag_names where account_id = $1 and tag_id = $2 and not name = any($3::text[])`

const DELETE = `delete from tags where account_id = $1 and id = $2`

type TagInput = z.infer<typeof NewTag>
type Member = { accountId: number; memberId: number }

const nameOrRefuse = (text: string) => {
  const name = normalTag(text)
  const refusal = tagRefusal(name)
  if (refusal) throw refused(refusal)
  return name
}

/** All tags of an account. */
export const listTags = (house: House, accountId: number): Promise<Tag[]> =>
  house.db.account(accountId, async (tx) => (await tx.rows<TagRow>(LIST, [accountId])).map(toTag))

/** Makes tags; all or none. A name that another tag had before is taken from it. */
export const createTags = (house: House, accountId: number, tags: readonly TagInput[]): Promise<Tag[]> =>
  house.db.account(accountId, async (tx) => {
    const names = tags.map(({ tag }) => nameOrRefuse(tag))
    const isRepeated = new Set(names.map((name) => name.toLowerCase())).size < names.length
    if (isRepeated || (await currentTags(tx, accountId, names)).size) throw conflict(EXISTS)
    await tx.run(TAKE_NAMES, [accountId, names])
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

type Rename = { house: House; keepers: readonly NameKeeper[]; member: Member; row: TagRow; to: string }

/** Lets everything that names the tag say its new name, and remembers the old one for whoever does not hear of it. */
const rename = async (tx: Tx, { house, keepers, member: { accountId, memberId }, row, to }: Rename) => {
  const renaming = { from: row.name, to, isMerge: false, memberId }
  for (const keeper of keepers) await keeper.renameTag?.(tx, accountId, renaming)
  await tx.run(TAKE_NAMES, [accountId, [to]])
  if (row.name.toLowerCase() !== to.toLowerCase())
    await tx.run(REMEMBER, [accountId, row.name, row.id, house.clock.now()])
}

/** Renames, describes or colours a tag. Everything that names it follows in the same transaction. */
export const updateTag = (
  house: House,
  keepers: readonly NameKeeper[],
  member: Member,
  name: string,
  patch: TagPatch,
): Promise<Tag> => {
  const { accountId } = member
  return house.db.account(accountId, async (tx) => {
    const row = await holdTag(tx, accountId, name)
    const to = patch.tag === undefined ? row.name : nameOrRefuse(patch.tag)
    const holder = (await currentTags(tx, accountId, [to])).get(to.toLowerCase())
    if (holder !== undefined && holder !== row.id) throw conflict(EXISTS)
    if (patch.formerNames) await tx.run(GIVE_UP, [accountId, row.id, patch.formerNames])
    if (to !== row.name) await rename(tx, { house, keepers, member, row, to })
    const values = [accountId, row.id, to, patch.description ?? row.description, patch.color || row.color]
    const changed = await tx.one<TagRow>(CHANGE, values)
    return toTag(changed ?? row)
  })
}

/** Deletes a tag at once, and takes it off everybody: the first thousand at once, the rest as a job. */
export const deleteTag = (house: House, accountId: number, name: string): Promise<void> =>
  house.db.system(async (tx) => {
    const row = await holdTag(tx, accountId, name)
    await refuseWhileJoined(tx, accountId, row)
    await tx.run(DELETE, [accountId, row.id])
    const last = await takeOffSome(tx, house, accountId, row.id, 0)
    if (last) await house.jobs.add(tx, 'people.takeTagOff', { accountId, tagId: row.id })
  })
