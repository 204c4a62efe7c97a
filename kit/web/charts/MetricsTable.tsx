import { useMemo } from 'react'
import { ListTable } from '../lists/ListTable.tsx'
import type { ListColumn } from '../lists/listColumn.ts'
import { NameCell } from '../lists/RowMenu.tsx'
import { changeOf } from './chartSeries.ts'
import css from './metrics.module.css'

type Named = { id: number; name: string; archived?: boolean }

type Props<R extends Named> = {
  /** What a row is: `Flow`. */
  noun: string
  /** In the order of the first look. */
  rows: readonly R[]
  /** Behind the names. */
  columns: readonly ListColumn<R>[]
  /** Where one is shown alone. */
  to: (id: number) => string
}

/** What figures are of, one by one; a press shows one alone. */
export const MetricsTable = <R extends Named>({ noun, rows, columns, to }: Props<R>) => {
  const all = useMemo(
    (): ListColumn<R>[] => [
      {
        id: 'name',
        title: noun,
        sortBy: ({ name }) => name.toLowerCase(),
        render: ({ id, name, archived }) => (
          <NameCell to={to(id)} name={name} sub={archived ? 'Archived' : undefined} />
        ),
      },
      ...columns,
    ],
    [noun, columns, to],
  )
  return (
    <div className={css.rows}>
      <ListTable
        label={`${noun}s`}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={all}
        to={({ id }) => to(id)}
        rowHeight={44}
      />
    </div>
  )
}

/** By how much a figure of a row changed; nothing where there is nothing to compare with. */
export const Rise = ({ now, before }: { now: number; before: number | undefined }) => {
  const change = before === undefined ? undefined : changeOf(now, before)
  return change ? <span className={css.rise}>{change}</span> : null
}
