import type { ItemSource } from '@millrace/folders/server'
import type { House } from '@millrace/kit/server'
import { fieldFolderKey } from '../contract/index.ts'

/** Tags as folders list them. */
const TAGS = 'select id::text, name from tags where account_id = $1 order by lower(name), tags.id'

/** Fields as folders list them. */
const FIELDS = 'select name, title from person_fields where account_id = $1 order by lower(title), name'

/** Deletes tags; a job takes each off everybody. */
const DELETE_TAGS = 'delete from tags where account_id = $1 and id = any($2) returning id'

/** Tags as the items of folders: a deleted folder's are deleted and taken off everybody. */
export const tagsInFolders = (house: House): ItemSource => ({
  items: (tx, accountId) => tx.rows(TAGS, [accountId], 'tags-in-folders'),
  remove: async (tx, { accountId }, ids) => {
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
