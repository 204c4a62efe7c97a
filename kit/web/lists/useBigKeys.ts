import { type KeyboardEvent, useRef, useState } from 'react'
import type { Selection } from './selection.ts'

type Wanted<Row> = {
  total: number
  /** How many rows are seen at once. */
  seen: () => number
  rowAt: (index: number) => Row | undefined
  /** The ids of rows from one to another, also of those that are not loaded yet. */
  idsBetween: (from: number, to: number) => Promise<number[]>
  idOf: (row: Row) => number
  selection: Selection<number> | undefined
  scrollTo: (index: number) => void
  onOpen: (row: Row) => void
}

const movesOf = (at: number, total: number, page: number): Record<string, number> => ({
  ArrowDown: at + 1,
  ArrowUp: at - 1,
  PageDown: at + page,
  PageUp: at - page,
  Home: 0,
  End: total - 1,
})

/**
 * The keys of a long table: arrows, page and end keys move, with Shift they choose on the way; Space or `x` chooses, Enter
 * opens, mod A chooses everything, Escape nothing.
 */
export const useBigKeys = <Row>(wanted: Wanted<Row>) => {
  const [at, setAt] = useState(-1)
  /** Where a stretch of chosen rows began. */
  const anchor = useRef(-1)
  const now = useRef(wanted)
  now.current = wanted
  const choose = async (from: number, to: number) => {
    const { selection, idsBetween } = now.current
    selection?.set(await idsBetween(Math.min(from, to), Math.max(from, to)), true)
  }
  const [onTick] = useState(() => (index: number, withShift: boolean) => {
    const { selection, rowAt, idOf } = now.current
    const row = rowAt(index)
    if (!selection || !row) return
    if (withShift && anchor.current >= 0 && anchor.current !== index) void choose(anchor.current, index)
    else selection.toggle(idOf(row))
    anchor.current = index
  })
  const move = (to: number, withShift: boolean) => {
    const kept = Math.max(0, Math.min(wanted.total - 1, to))
    if (withShift && wanted.selection) {
      if (anchor.current < 0) anchor.current = Math.max(0, at)
      void choose(anchor.current, kept)
    } else anchor.current = -1
    setAt(kept)
    wanted.scrollTo(kept)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const { selection, rowAt } = wanted
    const next = movesOf(at, wanted.total, wanted.seen())[event.key]
    const row = rowAt(at)
    const isAll = event.key === 'a' && (event.metaKey || event.ctrlKey)
    if (next !== undefined) move(next, event.shiftKey)
    else if (event.key === 'Enter' && row) wanted.onOpen(row)
    else if ((event.key === ' ' || event.key === 'x') && row && selection) onTick(at, event.shiftKey)
    else if (isAll && selection) selection.setAll(true)
    else if (event.key === 'Escape' && selection) selection.setAll(false)
    else return
    event.preventDefault()
  }
  const begin = (index: number) => {
    if (at < 0) setAt(index)
  }
  const forget = () => {
    setAt(-1)
    anchor.current = -1
  }
  return { at, onKey, onTick, begin, forget }
}
