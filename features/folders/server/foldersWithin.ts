import type { Tx } from '@millrace/kit/server'
import type { FolderFilter, FolderType } from '../contract/index.ts'

type Row = { id: string; parentId: string | null; role: string }

/** The folders of a kind, the favorites among them. */
const FOLDERS = `select f.id, f.parent_id as "parentId", f.role from folders f
  where f.account_id = $1 and f.folder_type = $2 and f.role <> 'root'`

/**
 * The ids of a folder and of all folders in it, so that a list can ask which of its items lie there (`folder_items.folder_id`);
 * of the favorites, theirs. None where there is no such folder; null where none is asked for.
 */
export const foldersWithin = async (
  tx: Tx,
  accountId: number,
  type: FolderType,
  chosen: FolderFilter | undefined,
): Promise<string[] | null> => {
  if (!chosen) return null
  const rows = await tx.rows<Row>(FOLDERS, [accountId, type], 'folders-within')
  const found = rows.filter(({ id, role }) => (chosen === 'favorites' ? role === 'favorites' : id === chosen))
  // Grows while it is walked: those in a folder that was found are found.
  const ids = found.map(({ id }) => id)
  for (const id of ids) for (const row of rows) if (row.parentId === id) ids.push(row.id)
  return ids
}
