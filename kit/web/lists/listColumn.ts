import type { ReactNode } from 'react'
import type { SortValue } from './sorting.ts'

/** A column of a list. */
export type ListColumn<Row> = {
  id: string
  title: string
  render: (row: Row) => ReactNode
  /** What it sorts by; without it, it does not sort. */
  sortBy?: (row: Row) => SortValue
  /** Sorts the largest first at the first press: figures, times. */
  isDownFirst?: boolean
  align?: 'right'
  width?: number | string
  /** Left out where the list is narrow; `very`: shown only where it is very wide. */
  isWideOnly?: boolean | 'very'
}
