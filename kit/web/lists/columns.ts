import { useCallback, useState } from 'react'

/** Narrowest and widest that a column gets. */
export const NARROWEST = 100
export const WIDEST = 2000

/** How wide each column of a table was drawn by the reader. */
export type Widths = Readonly<Record<string, number>>

const read = (key: string): Widths => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const entries = Object.entries(kept as Record<string, unknown>)
    return Object.fromEntries(entries.filter(([, width]) => typeof width === 'number')) as Widths
  } catch {
    return {}
  }
}

/** A width within what is allowed. */
export const allowedWidth = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))

/** The widths of a table's columns, remembered in this browser; undefined puts one back to its own. */
export const useWidths = (table: string): [Widths, (column: string, width: number | undefined) => void] => {
  const key = `millrace-widths-${table}`
  const [widths, setWidths] = useState(() => read(key))
  const change = useCallback(
    (column: string, width: number | undefined) =>
      setWidths((before) => {
        const { [column]: _, ...others } = before
        const next = width === undefined ? others : { ...others, [column]: allowedWidth(width) }
        try {
          localStorage.setItem(key, JSON.stringify(next))
        } catch {
          // A browser that keeps nothing still shows the width until the page is left.
        }
        return next
      }),
    [key],
  )
  return [widths, change]
}
