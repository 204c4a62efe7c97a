import { askFirst } from '@millrace/kit/web'
import { useState } from 'react'
import { UNNAMED_FOLDER } from '../../contract/index.ts'
import { type FolderNode, type FolderTree, pathTo } from '../tree/folderTree.ts'
import { useFolderScope } from '../useFolders.ts'
import { deletionWords } from './deletionWords.ts'

/** What is being named: a folder that is there, or a new one in a folder. */
export type Naming = { id: string } | { newIn: string }

const countOf = (nodes: readonly FolderNode[]): number =>
  nodes.reduce((sum, { inside }) => sum + 1 + countOf(inside), 0)

/** The folders beside one, in order. */
const siblingsOf = (tree: FolderTree, { parentId }: FolderNode): string[] =>
  (tree.byId.get(parentId)?.inside ?? tree.top).map(({ folder }) => folder.id)

/** What lines of the tree do. */
export type TreeActs = ReturnType<typeof useTreeActs>

/** Naming, making, arranging and deleting folders. */
export const useTreeActs = (tree: FolderTree) => {
  const { kind, saves, chosen, choose, setOpen } = useFolderScope()
  const [naming, setNaming] = useState<Naming>()
  return {
    naming,
    /** Asks for the name of a new folder where it will stand. */
    make: (parentId: string) => {
      if (parentId !== tree.root.id) setOpen(parentId, true)
      setNaming({ newIn: parentId })
    },
    rename: (id: string) => setNaming({ id }),
    /** Takes what was typed; undefined leaves all as it was. */
    name: (given: string | undefined) => {
      setNaming(undefined)
      if (given === undefined || !naming) return
      if ('newIn' in naming)
        saves.create(given || UNNAMED_FOLDER, naming.newIn === tree.root.id ? undefined : naming.newIn)
      else if (given && given !== tree.byId.get(naming.id)?.folder.name) saves.change(naming.id, { name: given })
    },
    /** Moves a folder up or down among those beside it. */
    step: (node: FolderNode, by: -1 | 1) => {
      const siblings = siblingsOf(tree, node)
      const at = siblings.indexOf(node.folder.id) + by
      if (at < 0 || at >= siblings.length) return
      const beforeId = by < 0 ? siblings[at] : siblings[at + 1]
      saves.move(node.parentId, { addIds: [node.folder.id], ...(beforeId && { beforeId }) })
    },
    /** Says what deleting does, and deletes. */
    remove: async (node: FolderNode) => {
      const { folder, all, inside } = node
      const isSure = await askFirst({
        title: `Delete the folder “${folder.name}”?`,
        children: deletionWords(kind, { items: all.size, folders: countOf(inside) }),
        confirm: 'Delete folder',
        danger: true,
      })
      if (!isSure) return
      if (chosen && pathTo(tree, chosen).includes(node)) choose(undefined)
      // Why it failed was told.
      await saves.remove(folder.id).catch(() => undefined)
    },
  }
}
