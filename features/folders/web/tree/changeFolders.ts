import type { Folder } from '../../contract/index.ts'

/** The folders of a kind as the server answered them. */
export type Folders = readonly Folder[]

/** What goes into a folder, before something in it, and out of it. */
export type Moved = { addIds?: readonly string[]; removeIds?: readonly string[]; beforeId?: string | undefined }

const rootOf = (folders: Folders) => folders.find(({ root }) => root)

/** The same with a folder changed. */
export const withChange = (folders: Folders, id: string, patch: Partial<Folder>): Folder[] =>
  folders.map((folder) => (folder.id === id ? { ...folder, ...patch } : folder))

const without = (ids: readonly string[], gone: ReadonlySet<string>) => ids.filter((id) => !gone.has(id))

/** The same with things moved as the server will move them: out of where they lay, into a folder; what is taken out lies in the root. */
export const withMove = (folders: Folders, targetId: string, moved: Moved): Folder[] => {
  const target = folders.find(({ id }) => id === targetId)
  if (!target) return [...folders]
  const isFavorites = target.autoFolderType === 'favorites'
  const added = moved.addIds ?? []
  const removed = new Set(moved.removeIds ?? [])
  const leaving = new Set(added)
  const homeless = [...removed].filter((id) => target.childrenIds.includes(id))
  return folders.map((folder) => {
    if (folder.id === targetId) {
      const rest = folder.childrenIds.filter((id) => !leaving.has(id) && !removed.has(id))
      const at = moved.beforeId === undefined ? -1 : rest.indexOf(moved.beforeId)
      const childrenIds = at < 0 ? [...rest, ...added] : [...rest.slice(0, at), ...added, ...rest.slice(at)]
      return { ...folder, childrenIds }
    }
    if (isFavorites || folder.autoFolderType === 'favorites') return folder
    const kept = without(folder.childrenIds, leaving)
    return { ...folder, childrenIds: folder.root ? [...kept, ...homeless] : kept }
  })
}

/** The same with one more folder at the end of another. */
export const withFolder = (folders: Folders, folder: Folder, parentId: string | undefined): Folder[] => {
  const parent = parentId ?? rootOf(folders)?.id
  const joined = [...folders, folder]
  if (!parent || folder.autoFolderType) return joined
  return joined.map((one) => (one.id === parent ? { ...one, childrenIds: [...one.childrenIds, folder.id] } : one))
}

const inside = (folders: Folders, id: string): string[] => [
  id,
  ...(folders.find((folder) => folder.id === id)?.childrenIds ?? [])
    .filter((child) => folders.some((folder) => folder.id === child))
    .flatMap((child) => inside(folders, child)),
]

/** The same without a folder and what lies in it; where items stay, they lie in the root. */
export const withoutFolder = (folders: Folders, id: string, keepsItems: boolean): Folder[] => {
  const gone = new Set(inside(folders, id))
  const items = folders.filter((folder) => gone.has(folder.id)).flatMap(({ childrenIds }) => without(childrenIds, gone))
  return folders
    .filter((folder) => !gone.has(folder.id))
    .map((folder) => {
      const childrenIds = without(folder.childrenIds, keepsItems ? gone : new Set([...gone, ...items]))
      return { ...folder, childrenIds: folder.root && keepsItems ? [...childrenIds, ...items] : childrenIds }
    })
}
