import type { CallDef } from '@millrace/kit/contract'
import { type Answers, type ApiError, forget, type MutateOptions, sentenceOf, told, useMutate } from '@millrace/kit/web'
import {
  foldersContract as calls,
  type Folder,
  type FolderPatch,
  type FolderType,
  UNNAMED_FOLDER,
} from '../contract/index.ts'
import { newFolderId } from './newFolderId.ts'
import { type Folders, type Moved, withChange, withFolder, withMove, withoutFolder } from './tree/changeFolders.ts'
import { keepsItems } from './words.ts'

const failed = (message: string) => (error: ApiError) => told.error(message, sentenceOf(error))

const SERIAL = { scope: 'folders', invalidates: [calls.listFolders] }

/** Changes the kept folders of a kind. */
const patchOf = (answers: Answers, kind: FolderType, change: (folders: Folders) => Folder[]) =>
  answers.patch(calls.listFolders, (old) => ({ folders: change(old.folders as Folder[]) }), {
    query: { folderType: kind },
  })

const patched = (folders: Folders, id: string, { addIds, removeIds, beforeId, ...rest }: FolderPatch): Folder[] => {
  const { childrenIds: _all, ...about } = rest
  const changed = Object.keys(about).length ? withChange(folders, id, about as Partial<Folder>) : folders
  return addIds || removeIds
    ? withMove(changed, id, { ...(addIds && { addIds }), ...(removeIds && { removeIds }), beforeId })
    : [...changed]
}

const usePatch = (
  kind: FolderType,
  message: string,
  options: Pick<MutateOptions<typeof calls.updateFolder>, 'success' | 'invalidates'> = {},
) =>
  useMutate(calls.updateFolder, {
    ...SERIAL,
    ...options,
    optimistic: ({ params, body }, answers) =>
      patchOf(answers, kind, (folders) => patched(folders, params.id, body ?? {})),
    onError: failed(message),
  })

const blank = (kind: FolderType, about: Partial<Folder>): Folder => ({
  id: newFolderId(),
  type: 'folder',
  name: UNNAMED_FOLDER,
  folderType: kind,
  root: false,
  autoFolderType: null,
  childrenIds: [],
  expanded: false,
  color: null,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  ...about,
})

const isFavorites = ({ autoFolderType }: Folder) => autoFolderType === 'favorites'

type Creating = Pick<MutateOptions<typeof calls.createFolder>, 'success' | 'invalidates'>

const useCreate = (kind: FolderType, message: string, options: Creating) =>
  useMutate(calls.createFolder, {
    ...SERIAL,
    ...options,
    onError: failed(message),
    optimistic: ({ body }, answers) =>
      patchOf(answers, kind, (folders) => {
        const { id = '', name, autoFolderType, childrenIds = [], parentId } = body
        const there = autoFolderType ? folders.find(isFavorites) : undefined
        if (there) return withMove(folders, there.id, { addIds: childrenIds })
        const about = { id, ...(name && { name }), autoFolderType: autoFolderType ?? null }
        return withMove(withFolder(folders, blank(kind, about), parentId), id, { addIds: childrenIds })
      }),
  })

const NONE: readonly CallDef[] = []

/** The saves of folders: shown at once, taken back with the spec's words when the server refuses. `served` are old when items move. */
export const useFolderSaves = (kind: FolderType, lists: readonly CallDef[], served = NONE) => {
  const moves = { invalidates: [calls.listFolders, ...served] }
  const make = useCreate(kind, "We couldn't create folder.", moves)
  const favor = useCreate(kind, "Couldn't move item.", { ...moves, success: 'Added to favorites.' })
  const unfavor = usePatch(kind, "Couldn't remove item from folder.", { ...moves, success: 'Removed to favorites.' })
  const about = usePatch(kind, "We couldn't save folder.")
  const opening = usePatch(kind, "Couldn't open folder.", { invalidates: [] })
  const moving = usePatch(kind, "Couldn't move item.", moves)
  const taking = usePatch(kind, "Couldn't remove item from folder.", moves)
  const putting = usePatch(kind, "Couldn't create item in folder.", moves)
  const deleting = useMutate(calls.deleteFolder, {
    ...SERIAL,
    optimistic: ({ params }, answers) =>
      patchOf(answers, kind, (folders) => withoutFolder(folders, params.id, keepsItems(kind))),
    onError: failed("Couldn't remove folder/item"),
    onDone: () => void forget(...lists),
  })
  const patch = (mutation: typeof moving) => (id: string, body: FolderPatch) =>
    mutation.mutate({ params: { id }, body })
  return {
    /** Makes a folder; answers its id at once. */
    create: (name: string, parentId?: string, childrenIds: readonly string[] = []): string => {
      const id = newFolderId()
      const where = parentId && { parentId }
      make.mutate({ body: { id, folderType: kind, name, childrenIds: [...childrenIds], ...where } })
      return id
    },
    change: patch(about) as (id: string, body: Pick<FolderPatch, 'name' | 'color'>) => void,
    open: (id: string, expanded: boolean) => opening.mutate({ params: { id }, body: { expanded } }),
    move: patch(moving) as (id: string, body: Moved) => void,
    takeOut: (id: string, removeIds: readonly string[]) =>
      taking.mutate({ params: { id }, body: { removeIds: [...removeIds] } }),
    /** Puts what was just made into a folder, and waits until it lies there. */
    put: (id: string, itemId: string) =>
      putting.mutateAsync({ params: { id }, body: { addIds: [itemId] } }).then(
        () => undefined,
        // It was told; the item is there, only its folder is not.
        () => undefined,
      ),
    favor: (ids: readonly string[]) =>
      favor.mutate({
        body: { id: newFolderId(), folderType: kind, autoFolderType: 'favorites', childrenIds: [...ids] },
      }),
    unfavor: (favoritesId: string, ids: readonly string[]) =>
      unfavor.mutate({ params: { id: favoritesId }, body: { removeIds: [...ids] } }),
    remove: (id: string) => deleting.mutateAsync({ params: { id } }),
  }
}
