import { type Caller, type House, refused } from '@millrace/kit/server'
import type { Folder } from '../../contract/index.ts'
import type { FolderPorts } from '../ports.ts'
import { subtreeOf } from '../tree/planMove.ts'
import type { FolderRow, Tree } from '../tree/readTree.ts'
import { shapeFolder } from '../tree/shapeFolder.ts'
import { holdFolder } from './updateFolder.ts'

/** Deletes a folder with the folders in it; what is left of their items lies in the root. */
const DELETE = 'delete from folders where account_id = $1 and id = $2'

/** Items in a folder and in the folders in it that are not archived already. */
const itemsIn = (tree: Tree, folder: FolderRow): string[] => {
  const inside = new Set(subtreeOf(tree, folder).map(({ id }) => id))
  const present = new Set(tree.items.filter(({ isArchived }) => !isArchived).map(({ id }) => id))
  return tree.placed
    .filter(({ folderId, itemId }) => inside.has(folderId) && present.has(itemId))
    .map((row) => row.itemId)
}

/**
 * Deletes a folder with the folders in it and archives or deletes their items, as their kind has it: all or nothing. Of the
 * favorites only the folder goes.
 */
export const deleteFolder = (house: House, ports: FolderPorts, caller: Caller, id: string): Promise<Folder> =>
  house.db.system(async (tx) => {
    const { tree, folder } = await holdFolder(tx, house, ports, caller, id)
    if (folder.role === 'root') throw refused('The root folder cannot be deleted.')
    const items = folder.role === 'favorites' ? [] : itemsIn(tree, folder)
    const { accountId, memberId } = caller
    if (items.length) await tree.source.remove?.(tx, { accountId, memberId }, items)
    await tx.run(DELETE, [accountId, folder.id])
    return shapeFolder(tree, folder)
  })
