import type { KeyboardEvent } from 'react'
import type { FolderTree } from '../tree/folderTree.ts'
import { useFolderScope } from '../useFolders.ts'
import type { TreeActs } from './useTreeActs.ts'

const linesOf = (line: HTMLElement) => [
  ...(line.closest('[data-tree]')?.querySelectorAll<HTMLElement>('[data-line] > button[data-name]') ?? []),
]

const walk = (line: HTMLElement, key: string): boolean => {
  const names = linesOf(line)
  const at = names.findIndex((name) => line.contains(name))
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: names.length - 1 }[key]
  if (to === undefined) return false
  names[Math.max(0, Math.min(names.length - 1, to))]?.focus()
  return true
}

/**
 * Keys of the tree: arrows walk, right and left open and close, F2 renames, Delete deletes, with Alt arrows move a folder
 * among those beside it.
 */
export const useTreeKeys = (tree: FolderTree, acts: TreeActs) => {
  const { isOpen, setOpen, mayWrite } = useFolderScope()
  const change = (event: KeyboardEvent, id: string): boolean => {
    const node = tree.byId.get(id)
    if (!node || !mayWrite) return false
    if (event.altKey && event.key === 'ArrowUp') acts.step(node, -1)
    else if (event.altKey && event.key === 'ArrowDown') acts.step(node, 1)
    else if (event.key === 'F2') acts.rename(id)
    else if (event.key === 'Delete') void acts.remove(node)
    else return false
    return true
  }
  const toggle = (line: HTMLElement, key: string, id: string): boolean => {
    const node = tree.byId.get(id)
    if (!node) return false
    if (key === 'ArrowRight') {
      if (isOpen(id)) return walk(line, 'ArrowDown')
      setOpen(id, true)
    } else if (key === 'ArrowLeft') {
      if (isOpen(id)) setOpen(id, false)
      else
        linesOf(line)
          .find((name) => name.parentElement?.dataset.line === node.parentId)
          ?.focus()
    } else return false
    return true
  }
  return (event: KeyboardEvent<HTMLElement>): void => {
    const line = (event.target as HTMLElement).closest<HTMLElement>('[data-line]')
    if (!line || event.target instanceof HTMLInputElement || event.metaKey || event.ctrlKey) return
    const id = line.dataset.line ?? ''
    const isDone = change(event, id) || (!event.altKey && (toggle(line, event.key, id) || walk(line, event.key)))
    if (isDone) event.preventDefault()
  }
}
