/** A sort order as an address has it: `name`, or `-name` for the other way round. */
export type Sort = string

/** The column and direction of a sort order. */
export const readSort = (sort: Sort | undefined): { by: string; isDown: boolean } | undefined =>
  sort ? { by: sort.replace(/^-/, ''), isDown: sort.startsWith('-') } : undefined

/** The order after a press on a column's head: its own first way, then the other way, then none. */
export const nextSort = (sort: Sort | undefined, by: string, isDownFirst = false): Sort | undefined => {
  const now = readSort(sort)
  const [first, second] = isDownFirst ? [`-${by}`, by] : [by, `-${by}`]
  if (now?.by !== by) return first
  return sort === first ? second : undefined
}

/** What rows are compared by. */
export type SortValue = string | number | boolean | Date | null | undefined

/** Compares two values; nothing comes last. */
export const compare = (a: SortValue, b: SortValue): number => {
  if (a === b) return 0
  if (a === null || a === undefined || a === '') return 1
  if (b === null || b === undefined || b === '') return -1
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, undefined, { numeric: true })
  return a < b ? -1 : a > b ? 1 : 0
}

/** Rows in the order of `sort`; nothing stays last in both directions. */
export const sorted = <Row>(
  rows: readonly Row[],
  sort: Sort | undefined,
  keyOf: (row: Row, by: string) => SortValue,
): Row[] => {
  const order = readSort(sort)
  if (!order) return [...rows]
  const isNothing = (value: SortValue) => value === null || value === undefined || value === ''
  return rows
    .map((row) => ({ row, value: keyOf(row, order.by) }))
    .sort((a, b) => {
      const result = compare(a.value, b.value)
      return order.isDown && !isNothing(a.value) && !isNothing(b.value) ? -result : result
    })
    .map(({ row }) => row)
}
