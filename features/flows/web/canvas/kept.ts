import { type Diff, type Edit, KINDS, type Kind } from './document.ts'
import type { Ids } from './saving.ts'

/** What can be undone and what can be done again, oldest first. */
export type Kept = { done: Diff[]; undone: Diff[] }

/** How many gestures are kept. */
const MOST = 100

const WORDS: Record<Kind, 'step' | 'link' | 'note'> = { steps: 'step', links: 'link', notes: 'note' }

/** Names parts by their ids where they have some, so that they are found again after a reload. */
const byIds = (diff: Diff, ids: Ids, keyFor: (kind: 'step' | 'link' | 'note', id: number) => string): Diff => {
  const renamed = (kind: Kind, key: string) => {
    const id = ids.get(key)
    return id === undefined ? key : keyFor(WORDS[kind], id)
  }
  const part = (kind: Kind, of: { key: string; source?: string; target?: string } | null) =>
    of && {
      ...of,
      key: renamed(kind, of.key),
      ...(of.source && { source: renamed('steps', of.source) }),
      ...(of.target && { target: renamed('steps', of.target) }),
    }
  const named: Record<string, unknown> = {}
  for (const kind of KINDS) {
    const edits = Object.entries((diff[kind] ?? {}) as Record<string, Edit<{ key: string }>>)
    named[kind] = Object.fromEntries(
      edits.map(([key, { before, after }]) => [
        renamed(kind, key),
        { before: part(kind, before), after: part(kind, after) },
      ]),
    )
  }
  return named as Diff
}

/** Where the history of one flow's canvas is kept for this tab. */
export const historyKeeper = (name: string, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => ({
  read: (): Kept => {
    try {
      const kept = JSON.parse(storage.getItem(name) ?? 'null') as Kept | null
      return { done: kept?.done ?? [], undone: kept?.undone ?? [] }
    } catch {
      return { done: [], undone: [] }
    }
  },
  write: ({ done, undone }: Kept, ids: Ids, keyFor: (kind: 'step' | 'link' | 'note', id: number) => string): void => {
    const kept = (diffs: Diff[]) => diffs.slice(-MOST).map((diff) => byIds(diff, ids, keyFor))
    try {
      storage.setItem(name, JSON.stringify({ done: kept(done), undone: kept(undone) }))
    } catch {
      // Full: then the history ends with this page.
      storage.removeItem(name)
    }
  },
})

/** Keeps the history of a canvas. */
export type HistoryKeeper = ReturnType<typeof historyKeeper>
