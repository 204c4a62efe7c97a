import { useState, useSyncExternalStore } from 'react'

/** Which rows are chosen: these, or all but these. Fits the bulk calls, which take a list or "all except". */
export type Selected<Id> = { isAll: boolean; ids: ReadonlySet<Id> }

/** A selection that lives beside a list, so that choosing one of a million rows draws one row anew. */
export type Selection<Id> = {
  has: (id: Id) => boolean
  toggle: (id: Id) => void
  /** Chooses or leaves several. */
  set: (ids: readonly Id[], isOn: boolean) => void
  /** Chooses everything, also what is not loaded, or nothing. */
  setAll: (isOn: boolean) => void
  /** What is chosen. */
  now: () => Selected<Id>
  /** How many of `total` are chosen. */
  count: (total: number) => number
  subscribe: (listener: () => void) => () => void
}

/** Makes a selection. */
export const makeSelection = <Id>(): Selection<Id> => {
  let now: Selected<Id> = { isAll: false, ids: new Set() }
  const listeners = new Set<() => void>()
  const change = (next: Selected<Id>) => {
    now = next
    for (const listener of listeners) listener()
  }
  const has = (id: Id) => now.isAll !== now.ids.has(id)
  return {
    has,
    now: () => now,
    count: (total) => (now.isAll ? total - now.ids.size : now.ids.size),
    toggle: (id) => {
      const ids = new Set(now.ids)
      if (!ids.delete(id)) ids.add(id)
      change({ ...now, ids })
    },
    set: (some, isOn) => {
      const ids = new Set(now.ids)
      for (const id of some) {
        if (isOn === now.isAll) ids.delete(id)
        else ids.add(id)
      }
      change({ ...now, ids })
    },
    setAll: (isOn) => change({ isAll: isOn, ids: new Set() }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** A selection for a list, kept while the list is shown. */
export const useSelection = <Id = number>(): Selection<Id> => useState(() => makeSelection<Id>())[0]

/** What is chosen, drawn anew when it changes. */
export const useSelected = <Id>(selection: Selection<Id>): Selected<Id> =>
  useSyncExternalStore(selection.subscribe, selection.now)

/** Whether one row is chosen; draws anew only when that changes. */
export const useIsSelected = <Id>(selection: Selection<Id>, id: Id): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.has(id))
