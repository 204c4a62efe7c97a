import type { CallDef } from '@millrace/kit/contract'
import { param, readSort } from '@millrace/kit/web'
import { useDeferredValue } from 'react'
import type { FolderType } from '../../contract/index.ts'
import { useFolders } from '../useFolders.ts'

/** The order that lists begin with. */
export const NEWEST = '-updatedAt'

/** What the address of a `FolderPage` says; a screen adds what else its list is narrowed by. */
export const FOLDER_PAGE_PARAMS = {
  q: param.text(),
  archived: param.number(),
  /** The folder that is open, or `favorites`. */
  folder: param.text(),
  sort: param.text(),
}

type Address = { q?: string; archived?: number; folder?: string; sort?: string }
type Change = (said: { [K in keyof Address]: Address[K] | undefined }, options?: { push: true }) => void

/** What a `FolderPage` shows. */
export type FolderPageState = ReturnType<typeof useFolderPage>

/**
 * What the address of a list with folders asks for: its folders, what is searched, whether the archive is open, and what of all
 * that the call `list` takes.
 */
export const useFolderPage = (kind: FolderType, address: Address, change: Change, list: CallDef) => {
  const { folder, archived, sort } = address
  const search = useDeferredValue(address.q?.trim() ?? '')
  const isArchive = Boolean(archived)
  const folders = useFolders({
    kind,
    chosen: folder,
    onChoose: (chosen) => change({ folder: chosen, archived: undefined }, { push: true }),
    lists: [list],
    isServed: true,
  })
  return {
    folders,
    search,
    isArchive,
    show: (isArchived: boolean) => change({ archived: isArchived ? 1 : undefined, folder: undefined }),
    sort: sort ?? NEWEST,
    setSort: (next: string | undefined) => change({ sort: next === NEWEST ? undefined : next }),
    asked: {
      archived: isArchive ? ('true' as const) : ('false' as const),
      ...(search && { search }),
      ...(folder && { folder }),
    },
  }
}

/** The order of the address as calls take it: by one of `columns`, else by when it was changed. */
export const askedOrder = <const By extends string>(sort: string, columns: readonly By[]) => {
  const asked = readSort(sort)
  return {
    sort: columns.find((by) => by === asked?.by) ?? ('updatedAt' as const),
    order: asked?.isDown ? ('desc' as const) : ('asc' as const),
  }
}
