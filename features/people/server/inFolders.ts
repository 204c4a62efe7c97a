import type { ItemSource } from '@millrace/folders/server'
import { conflict, type House } from '@millrace/kit/server'
import { fieldFolderKey } from '../contract/index.ts'

/** Tags as folders list them. */
const TAGS = 'select id::text, name from tags where account_id = $1 order by lower(name), tags.id'

/** Fields as folders list them. */
const FIELDS = 'select name, title from person_fields where account_id = $1 order by lower(title), name'

/** Tags of some that are becoming part of others, or that others are becoming part of. */
const JOINING = `
select a.name as "from", b.name as "to" from tags a join tags b on b.account_id = $1 and b.id = a.merging_into
where a.account_id = $1 and (a.id = any($2::bigint[]) or b.id = any($2::bigint[])) limit 1`

/** Deletes tags; a job takes each off everybody. */
const DELETE_TAGS = 'delete from tags where account_id = $1 and id = any($2) returning id'

/** Tags as the items of folders: a deleted folder's are deleted and taken off everybody; not while one is being merged. */
export const tagsInFolders = (house: House): ItemSource => ({
  items: (tx, accountId) => tx.rows(TAGS, [accountId], 'tags-in-folders'),
  remove: async (tx, { accountId }, ids) => {
    const joining = await tx.one<{ from: string; to: string }>(JOINING, [accountId, ids.map(Number)])
    if (joining) throw conflict(`"${joining.from}" is just becoming part of "${joining.to}".`)
    const gone = await tx.rows<{ id: number }>(DELETE_TAGS, [accountId, ids.map(Number)])
    for (const { id } of gone) await house.jobs.add(tx, 'people.takeTagOff', { accountId, tagId: id })
  },
})

/** Person fields as the items of folders: they stay when their folder goes. */
export const fieldsInFolders: ItemSource = {
  items: async (tx, accountId) => {
    const fields = await tx.rows<{ name: string; title: string }>(FIELDS, [accountId], 'fields-in-folders')
    return fields.map(({ name, title }) => ({ id: fieldFolderKey(name), name: title }))
  },
}
