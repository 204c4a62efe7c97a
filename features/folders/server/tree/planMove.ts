import { refused } from '@millrace/kit/server'
import { DEEPEST } from '../../contract/index.ts'
import type { FolderRow, Tree } from './readTree.ts'
import { childrenOf } from './shapeFolder.ts'

/** What is to be moved: into a folder, before something in it, and out of it. */
export type Move = { addIds: readonly string[]; removeIds: readonly string[]; sequence: readonly string[] }

type Wanted = {
  childrenIds?: readonly string[] | undefined
  addIds?: readonly string[] | undefined
  removeIds?: readonly string[] | undefined
  beforeId?: string | undefined
}

const parentOf = (tree: Tree, { parentId }: FolderRow) => tree.folders.find(({ id }) => id === parentId)

/** A folder with all that it lies in, from the inside out. */
const chainOf = (tree: Tree, folder: FolderRow): FolderRow[] => {
  const chain: FolderRow[] = []
  for (let at: FolderRow | undefined = folder; at; at = parentOf(tree, at)) chain.push(at)
  return chain
}

/** A folder and the folders in it, however deep. */
export const subtreeOf = (tree: Tree, folder: FolderRow): FolderRow[] => [
  folder,
  ...tree.folders.filter(({ parentId }) => parentId === folder.id).flatMap((child) => subtreeOf(tree, child)),
]

const heightOf = (tree: Tree, folder: FolderRow): number =>
  1 +
  Math.max(0, ...tree.folders.filter(({ parentId }) => parentId === folder.id).map((child) => heightOf(tree, child)))

/** Refuses a folder that would lie too deep. The root is not counted. */
export const checkDepth = (tree: Tree, target: FolderRow, height: number): void => {
  if (chainOf(tree, target).length - 1 + height > DEEPEST) throw refused(`Folders go ${DEEPEST} deep at the most.`)
}

const checkFolder = (tree: Tree, target: FolderRow, folder: FolderRow) => {
  if (folder.role !== 'folder') throw refused(`${folder.name} cannot be moved.`)
  if (target.role === 'favorites') throw refused('A folder cannot be a favorite.')
  if (chainOf(tree, target).includes(folder)) throw refused('A folder cannot lie in itself.')
  checkDepth(tree, target, heightOf(tree, folder))
}

const check = (tree: Tree, target: FolderRow, ids: readonly string[]) => {
  const items = new Set(tree.items.map(({ id }) => id))
  for (const id of ids) {
    const folder = tree.folders.find((one) => one.id === id)
    if (folder) checkFolder(tree, target, folder)
    else if (!items.has(id)) throw refused(`There is nothing called "${id}" to put into a folder.`)
  }
}

/** What stands in a folder, in order, whether it is shown or not. */
const standing = (tree: Tree, target: FolderRow): string[] =>
  [
    ...tree.folders.filter(({ parentId }) => parentId === target.id),
    ...tree.placed.filter(({ folderId }) => folderId === target.id).map(({ itemId, place }) => ({ id: itemId, place })),
  ]
    .sort((a, b) => a.place - b.place)
    .map(({ id }) => id)

/**
 * What a change moves. `childrenIds` says all that the folder shows; `addIds` and `removeIds` leave the rest as it is, whatever
 * others did meanwhile. Throws where something cannot lie there.
 */
export const planMove = (tree: Tree, target: FolderRow, wanted: Wanted): Move | undefined => {
  const { childrenIds, beforeId } = wanted
  if (!childrenIds && !wanted.addIds?.length && !wanted.removeIds?.length) return undefined
  const shown = childrenOf(tree, target)
  const listed = childrenIds ? [...new Set(childrenIds)] : []
  const addIds = [...new Set([...listed, ...(wanted.addIds ?? [])])]
  check(tree, target, addIds)
  const added = new Set(addIds)
  const dropped = childrenIds ? shown.filter((id) => !added.has(id)) : []
  const removeIds = [...new Set([...dropped, ...(wanted.removeIds ?? [])])].filter((id) => !added.has(id))
  const removed = new Set(removeIds)
  const rest = standing(tree, target).filter((id) => !added.has(id) && !removed.has(id))
  const at = childrenIds ? 0 : rest.indexOf(beforeId ?? '')
  const sequence = at < 0 ? [...rest, ...addIds] : [...rest.slice(0, at), ...addIds, ...rest.slice(at)]
  return { addIds, removeIds, sequence }
}
