import type { Folder } from '../../contract/index.ts'
import type { FolderRow, Tree } from './readTree.ts'

type Child = { id: string; place: number }

const add = (into: Map<string, Child[]>, key: string, child: Child) => {
  const children = into.get(key)
  if (children) children.push(child)
  else into.set(key, [child])
}

/** What each folder shows, by its id: folders and items that are there and not archived, in order. */
const childrenByFolder = (tree: Tree): Map<string, Child[]> => {
  const present = tree.items.filter(({ isArchived }) => !isArchived)
  const names = new Set(present.map(({ id }) => id))
  const children = new Map<string, Child[]>()
  for (const folder of tree.folders) if (folder.parentId) add(children, folder.parentId, folder)
  const homed = new Set<string>()
  for (const { itemId, folderId, isFavorite, place } of tree.placed) {
    if (!isFavorite) homed.add(itemId)
    if (names.has(itemId)) add(children, folderId, { id: itemId, place })
  }
  for (const list of children.values()) list.sort((a, b) => a.place - b.place)
  // Whatever nobody has put anywhere lies in the root, after what stands there.
  for (const { id } of present) if (!homed.has(id)) add(children, tree.root.id, { id, place: Number.POSITIVE_INFINITY })
  return children
}

const known = new WeakMap<Tree, Map<string, Child[]>>()

/** The ids of what a folder holds, in order: folders and items that are there and not archived. */
export const childrenOf = (tree: Tree, folder: FolderRow): string[] => {
  const children = known.get(tree) ?? childrenByFolder(tree)
  known.set(tree, children)
  return (children.get(folder.id) ?? []).map(({ id }) => id)
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
