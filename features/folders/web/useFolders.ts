import type { CallDef } from '@millrace/kit/contract'
import { told, useCall, useMay } from '@millrace/kit/web'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { foldersContract as calls, type Folder, type FolderType, folderScopes } from '../contract/index.ts'
import { askWhere } from './moving.ts'
import { type FolderTree, treeOf } from './tree/folderTree.ts'
import { useFolderSaves } from './useFolderSaves.ts'

/** What `?folder=` says for the favorites. */
export const FAVORITES = 'favorites'

type Options = {
  kind: FolderType
  /** The folder that the address names, or `favorites`. */
  chosen?: string | undefined
  onChoose: (folder: string | undefined) => void
  /** Calls whose answers change when a folder is deleted with its items. */
  lists: readonly CallDef[]
  /** The server narrows those to the folder: they are asked anew when items move. */
  isServed?: boolean
}

/** The folders of a list: what they are, which is chosen, and what can be done with them. */
export type FolderList = ReturnType<typeof useFolders>

const useTree = (kind: FolderType) => {
  const mayRead = useMay(folderScopes(kind).read)
  const answer = useCall(calls.listFolders, { query: { folderType: kind } }, { staleMs: 5_000, enabled: mayRead })
  const { data, error, refetch } = answer
  useEffect(() => {
    if (error) told.error('Error while loading folders.', error.message)
  }, [error])
  const tree = useMemo(() => data && treeOf(data.folders as Folder[]), [data])
  return { tree, error, refetch, isReady: tree !== undefined || error !== null || !mayRead }
}

const holding = (tree: FolderTree | undefined, chosen: string | undefined): ReadonlySet<string> | undefined => {
  if (!tree || !chosen) return undefined
  if (chosen === FAVORITES) return new Set(tree.favorites?.childrenIds)
  return tree.byId.get(chosen)?.all
}

/** Whoever may not write keeps to himself which folders are open. */
const useOpened = (tree: FolderTree | undefined, save: ((id: string, isOpen: boolean) => void) | undefined) => {
  const [own, setOwn] = useState<Readonly<Record<string, boolean>>>({})
  return {
    isOpen: (id: string): boolean => own[id] ?? tree?.byId.get(id)?.folder.expanded ?? false,
    setOpen: (id: string, isOpen: boolean) => (save ? save(id, isOpen) : setOwn({ ...own, [id]: isOpen })),
  }
}

/** The folders of a list: hand it to `FolderScope`, and ask it which rows to show. */
export const useFolders = ({ kind, chosen, onChoose, lists, isServed = false }: Options) => {
  const { tree, error, refetch, isReady } = useTree(kind)
  const mayWrite = useMay(folderScopes(kind).write)
  const saves = useFolderSaves(kind, lists, isServed ? lists : undefined)
  const opened = useOpened(tree, mayWrite ? saves.open : undefined)
  const isGone = tree !== undefined && chosen !== undefined && chosen !== FAVORITES && !tree.byId.has(chosen)
  useEffect(() => {
    if (!isGone) return
    told.error("Couldn't open folder.", 'It was deleted, or the address is not right.')
    onChoose(undefined)
  }, [isGone, onChoose])
  const held = useMemo(() => holding(tree, chosen), [tree, chosen])
  const favorites = useMemo(() => new Set(tree?.favorites?.childrenIds), [tree])
  return {
    kind,
    tree,
    error,
    refetch,
    /** Whether the folders are there, so that rows can be told apart. */
    isReady,
    mayWrite,
    chosen,
    choose: onChoose,
    /** The chosen folder, where one is chosen that is not the favorites. */
    folder: chosen ? tree?.byId.get(chosen)?.folder : undefined,
    /** What the page is called while a folder is chosen. */
    title: chosen === FAVORITES ? 'Favorites' : chosen && tree?.byId.get(chosen)?.folder.name,
    /** Whether an item lies in the chosen folder, however deep. */
    holds: (id: string | number): boolean => !chosen || (held ? held.has(String(id)) : error !== null),
    isFavorite: (id: string | number): boolean => favorites.has(String(id)),
    toggleFavorite: (id: string | number) => {
      const text = String(id)
      if (tree?.favorites && favorites.has(text)) saves.unfavor(tree.favorites.id, [text])
      else saves.favor([text])
    },
    /** Asks into which folder items are to go; `name` is said where it is one. */
    askWhere: (ids: readonly (string | number)[], name = '') => askWhere({ kind, ids: ids.map(String), name }),
    /** Puts a new item into the chosen folder; at once where none is chosen. */
    keep: (id: string | number): Promise<void> => {
      if (!tree || !chosen || !mayWrite) return Promise.resolve()
      if (chosen === FAVORITES) return Promise.resolve(saves.favor([String(id)]))
      return saves.put(chosen, String(id))
    },
    /** Puts a copy into the folder of what it was made of. */
    keepBeside: (of: string | number, id: string | number): Promise<void> => {
      const home = tree?.folderOf.get(String(of))
      return home && mayWrite ? saves.put(home, String(id)) : Promise.resolve()
    },
    saves,
    ...opened,
  }
}

const Scope = createContext<FolderList | undefined>(undefined)

/** Gives the parts of a list its folders. */
export const FolderScope = Scope.Provider

/** The folders of the list that this stands in. */
export const useFolderScope = (): FolderList => {
  const list = useContext(Scope)
  if (!list) throw new Error('Parts of folders stand in a FolderScope.')
  return list
}
