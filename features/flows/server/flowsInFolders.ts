import type { ItemSource } from '@millrace/folders/server'
import type { House } from '@millrace/kit/server'
import { archiveFlow } from './verbs/updateFlow.ts'

/** Flows as folders list them, latest change first. */
const ITEMS = `select id::text, name, archived_at is not null as "isArchived" from flows where account_id = $1 and deleted_at is null
  order by updated_at desc, flows.id desc`

/** Flows as the items of folders: a deleted folder's are archived, those that run are switched off first. */
export const flowsInFolders = (house: House): ItemSource => ({
  items: (tx, accountId) => tx.rows(ITEMS, [accountId], 'flows-in-folders'),
  remove: async (tx, by, ids) => {
    // In order of their ids, so that two who archive the same flows do not wait for each other.
    for (const id of ids.map(Number).sort((a, b) => a - b)) await archiveFlow(tx, house, by, id)
  },
})
