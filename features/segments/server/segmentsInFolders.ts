import type { ItemSource } from '@millrace/folders/server'
import { conflict } from '@millrace/kit/server'
import { segmentsIn } from '../contract/index.ts'
import { readSegments } from './read/readSegments.ts'

/** An account's own segments of a kind of objects as folders list them; those that every account has lie in none. */
const ITEMS = `select id::text, name from segments where account_id = $1 and object_name = $2 and not is_auto
  order by lower(name), segments.id`

/** Deletes segments, with their members. */
const DELETE = 'delete from segments where account_id = $1 and id = any($2) and not is_auto'

/** Segments as the items of folders: a deleted folder's are deleted, unless another segment has a condition on one of them. */
export const segmentsInFolders = (objectName: string): ItemSource => ({
  items: (tx, accountId) => tx.rows(ITEMS, [accountId, objectName], 'segments-in-folders'),
  remove: async (tx, { accountId }, ids) => {
    const going = new Set(ids.map(Number))
    const all = await readSegments(tx, accountId, objectName)
    for (const { id, name, conditions } of all) {
      const used = going.has(id) ? undefined : segmentsIn(conditions).find((one) => going.has(one))
      const usedName = all.find((one) => one.id === used)?.name
      if (used) throw conflict(`"${name}" has a condition on "${usedName}". Remove it there first.`)
    }
    await tx.run(DELETE, [accountId, [...going]])
  },
})
