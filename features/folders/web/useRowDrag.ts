import { draggable } from './drag.ts'
import { type FolderList, useFolderScope } from './useFolders.ts'
import { itemWords } from './words.ts'

type Chosen = () => ReadonlySet<string | number>

const NONE: Chosen = () => new Set()

/** Makes the rows of a list draggable onto its folders; a row that is among the chosen ones takes them along. */
export const rowDrag =
  ({ kind, mayWrite }: FolderList, chosen: Chosen = NONE) =>
  (id: string | number, name: string) => {
    if (!mayWrite) return {}
    return draggable(() => {
      const together = chosen()
      const ids = together.has(id) ? [...together].map(String) : [String(id)]
      return { kind, ids, words: ids.length > 1 ? itemWords(kind, ids.length) : name }
    })
  }

/** The same in a `FolderScope`. */
export const useRowDrag = (chosen?: Chosen) => rowDrag(useFolderScope(), chosen)
