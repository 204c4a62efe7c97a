import { draggable } from './drag.ts'
import { type FolderList, useFolderScope } from './useFolders.ts'
import { itemWords } from './words.ts'

/** Makes the rows of a list draggable onto its folders; a row that is among the chosen ones takes them along. */
export const rowDrag =
  ({ kind, mayWrite }: FolderList) =>
  (id: string | number, name: string, chosen: ReadonlySet<string | number> = new Set()) => {
    if (!mayWrite) return {}
    const ids = chosen.has(id) ? [...chosen].map(String) : [String(id)]
    return draggable({ kind, ids }, ids.length > 1 ? itemWords(kind, ids.length) : name)
  }

/** The same in a `FolderScope`. */
export const useRowDrag = () => rowDrag(useFolderScope())
