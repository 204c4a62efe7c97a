import type { Caller, House } from '@millrace/kit/server'
import { FOLDER_TYPES, type Folder, type FolderItem, type FolderType } from '../../contract/index.ts'
import type { FolderPorts } from '../ports.ts'
import { readTrees, type Tree } from '../tree/readTree.ts'
import { shapeFolder } from '../tree/shapeFolder.ts'
import { maySee, mustSee } from './mayFolders.ts'

/** Kinds of objects that have folders. */
const OBJECT_KINDS = `select distinct folder_type as "folderType" from folders
  where account_id = $1 and folder_type like 'objects-%' order by folder_type`

const itemsOf = ({ type, items }: Tree): FolderItem[] =>
  items.filter(({ isArchived }) => !isArchived).map(({ id, name }) => ({ type: 'item', id, name, folderType: type }))

/** The folders of a kind, or of all kinds that the caller may see; the root of each first. */
export const listFolders = (
  house: House,
  ports: FolderPorts,
  caller: Caller,
  { folderType, items }: { folderType?: FolderType | undefined; items?: 'true' | 'false' | undefined },
): Promise<(Folder | FolderItem)[]> =>
  house.db.account(caller.accountId, async (tx) => {
    if (folderType) mustSee(caller, folderType)
    const objects = folderType ? [] : await tx.rows<{ folderType: FolderType }>(OBJECT_KINDS, [caller.accountId])
    const types = folderType ? [folderType] : [...FOLDER_TYPES, ...objects.map((row) => row.folderType)]
    const seen = types.filter((type) => maySee(caller, type))
    const trees = await readTrees(tx, house, ports, caller.accountId, seen)
    return trees.flatMap((tree) => {
      const folders = [...tree.folders].sort((a, b) => Number(b.role === 'root') - Number(a.role === 'root'))
      return [...folders.map((folder) => shapeFolder(tree, folder)), ...(items === 'true' ? itemsOf(tree) : [])]
    })
  })
