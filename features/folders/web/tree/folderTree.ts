import { DEEPEST, type Folder } from '../../contract/index.ts'

/** A folder with what lies in it. */
export type FolderNode = {
  folder: Folder
  /** 0 for a folder that lies in no other. */
  level: number
  parentId: string
  inside: FolderNode[]
  /** Items that lie directly in it, in order. */
  items: string[]
  /** Items in it and in the folders in it. */
  all: ReadonlySet<string>
  /** How many folders it is deep; 1 where no folder lies in it. */
  height: number
}

/** The folders of a kind, as screens walk them. */
export type FolderTree = {
  root: Folder
  favorites: Folder | undefined
  top: FolderNode[]
  /** Items that lie in no folder, in order. */
  loose: string[]
  byId: ReadonlyMap<string, FolderNode>
  /** The folder of each item that lies in one. */
  folderOf: ReadonlyMap<string, string>
  /** Every folder, each before those in it. */
  list: FolderNode[]
}

/** Puts the folders of a kind together; undefined where the root is missing. */
export const treeOf = (folders: readonly Folder[]): FolderTree | undefined => {
  const root = folders.find((folder) => folder.root)
  if (!root) return undefined
  const own = new Map(
    folders
      .filter(({ root: isRoot, autoFolderType }) => !isRoot && !autoFolderType)
      .map((folder) => [folder.id, folder]),
  )
  const byId = new Map<string, FolderNode>()
  const folderOf = new Map<string, string>()
  const list: FolderNode[] = []
  const grow = (folder: Folder, parentId: string, level: number): FolderNode => {
    const node: FolderNode = { folder, level, parentId, inside: [], items: [], all: new Set(), height: 1 }
    byId.set(folder.id, node)
    list.push(node)
    for (const id of folder.childrenIds) {
      const child = own.get(id)
      if (child && !byId.has(id)) node.inside.push(grow(child, folder.id, level + 1))
      else if (!child) node.items.push(id)
    }
    for (const id of node.items) folderOf.set(id, folder.id)
    node.all = new Set([...node.items, ...node.inside.flatMap(({ all }) => [...all])])
    node.height = 1 + Math.max(0, ...node.inside.map(({ height }) => height))
    return node
  }
  const top = root.childrenIds.flatMap((id) => {
    const folder = own.get(id)
    return folder ? [grow(folder, root.id, 0)] : []
  })
  return {
    root,
    favorites: folders.find(({ autoFolderType }) => autoFolderType === 'favorites'),
    top,
    loose: root.childrenIds.filter((id) => !own.has(id)),
    byId,
    folderOf,
    list,
  }
}

/** A folder and the folders that it lies in, from the outside in. */
export const pathTo = (tree: FolderTree, id: string): FolderNode[] => {
  const node = tree.byId.get(id)
  return node ? [...pathTo(tree, node.parentId), node] : []
}

/** Whether a folder may lie in another (the root's id stands for none), and why not. */
export const mayLieIn = (tree: FolderTree, id: string, targetId: string): true | string => {
  const node = tree.byId.get(id)
  if (!node) return true
  const path = pathTo(tree, targetId)
  if (path.some(({ folder }) => folder.id === id)) return 'A folder cannot lie in itself.'
  return path.length + node.height > DEEPEST ? `Folders go ${DEEPEST} deep at the most.` : true
}
