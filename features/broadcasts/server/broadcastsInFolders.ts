import type { ItemSource } from '@millrace/folders/server'
import type { Broadcasts } from './ports.ts'
import { holdBroadcast } from './store/rows.ts'
import { setArchived } from './verbs/editBroadcast.ts'

/** Broadcasts as folders list them, latest change first. */
const ITEMS = `select id::text, name, archived_at is not null as "isArchived" from broadcasts where account_id = $1
  order by updated_at desc, broadcasts.id desc`

/** Broadcasts as the items of folders: a deleted folder's are archived, unless one of them is being sent. */
export const broadcastsInFolders = (broadcasts: Broadcasts): ItemSource => ({
  items: (tx, accountId) => tx.rows(ITEMS, [accountId], 'broadcasts-in-folders'),
  remove: async (tx, { accountId }, ids) => {
    for (const id of ids.map(Number).sort((a, b) => a - b))
      await setArchived(tx, broadcasts, await holdBroadcast(tx, accountId, id), true)
  },
})
