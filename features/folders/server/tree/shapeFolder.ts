import type { Folder } from '../../contract/index.ts'
import type { FolderRow, Tree } from './readTree.ts'

type Child = { id: string; place: number }

/** Whether an item lies in the root because nobody has put it anywhere. */
const unplaced = ({ placed, items }: Tree): string[] => {
  const known = new Set(placed.filter(({ isFavorite }) => !isFavorite).map(({ itemId }) => itemId))
  return items.filter(({ id, isArchived }) => !isArchived && !known.has(id)).map(({ id }) => id)
}

/** The ids of what a folder holds, in order: folders and items that are there and not archived. */
export const childrenOf = (tree: Tree, folder: FolderRow): string[] => {
  const present = new Set(tree.items.filter(({ isArchived }) => !isArchived).map(({ id }) => id))
  const children: Child[] = [
    ...tree.folders.filter(({ parentId }) => parentId === folder.id),
    ...tree.placed
      .filter(({ folderId, itemId }) => folderId === folder.id && present.has(itemId))
      .map(({ itemId, place }) => ({ id: itemId, place })),
  ]
  const ids = children.sort((a, b) => a.place - b.place).map(({ id }) => id)
  return folder.role === 'root' ? [...ids, ...unplaced(tree)] : ids
}

/** A folder as callers see it. */
export const shapeFolder = (tree: Tree, folder: FolderRow): Folder => ({
  id: folder.id,
  type: 'folder',
  name: folder.name,
  folderType: folder.folderType,
  root: folder.role === 'root',
  autoFolderType: folder.role === 'favorites' ? 'favorites' : null,
  childrenIds: childrenOf(tree, folder),
  expanded: folder.isExpanded,
  color: folder.color,
  createdAt: folder.createdAt.toISOString(),
  updatedAt: folder.updatedAt.toISOString(),
})
