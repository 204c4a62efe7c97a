import type { HTMLAttributes, KeyboardEvent, ReactNode } from 'react'
import { Skeleton } from '../parts/Marks.tsx'
import { CheckBox } from './CheckBox.tsx'
import type { ListColumn } from './listColumn.ts'
import css from './lists.module.css'
import { RowMenu } from './RowMenu.tsx'
import { makeSelection, type Selection, useIsSelected } from './selection.ts'

/** What stands in a list while its rows are on their way. */
export const SkeletonRows = ({
  columns,
  lead,
}: {
  columns: readonly Pick<ListColumn<never>, 'id' | 'isWideOnly'>[]
  lead: boolean
}) =>
  Array.from({ length: 8 }, (_, index) => (
    <tr key={index}>
      {lead && <td className={css.tick} />}
      {columns.map(({ id, isWideOnly }, at) => (
        <td key={id} data-narrow={isWideOnly || undefined}>
          <Skeleton width={at === 0 ? 180 : 60 + ((index * 7 + at * 13) % 30)} />
        </td>
      ))}
      <td />
    </tr>
  ))

type RowProps<Row, Id> = {
  row: Row
  id: Id
  name: string
  isFirst: boolean
  columns: readonly ListColumn<Row>[]
  selection: Selection<Id> | undefined
  menu: ((row: Row) => ReactNode) | undefined
  about: HTMLAttributes<HTMLTableRowElement> | undefined
  onOpen: ((row: Row) => void) | undefined
  onKey: (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => void
  pick: (id: Id, withShift: boolean) => void
}

const NONE = makeSelection<string | number>()

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a,button,input,label,[role=menu]')

/** A row of a `ListTable`. */
export const ListRow = <Row, Id extends string | number>(props: RowProps<Row, Id>) => {
  const { row, id, name, isFirst, columns, selection, menu, about, onOpen, onKey, pick } = props
  const isOn = useIsSelected(selection ?? (NONE as unknown as Selection<Id>), id)
  return (
    <tr
      {...about}
      className={css.row}
      data-row
      data-opens={onOpen ? true : undefined}
      data-on={isOn || undefined}
      aria-selected={selection ? isOn : undefined}
      tabIndex={isFirst ? 0 : -1}
      aria-label={name}
      onKeyDown={(event) => onKey(event, row)}
      onClick={(event) => !isControl(event.target) && onOpen?.(row)}
    >
      {selection && (
        <td className={css.tick}>
          <CheckBox label={`Select ${name}`} isOn={isOn} onChange={(_, withShift) => pick(id, withShift)} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} data-align={column.align} data-narrow={column.isWideOnly || undefined}>
          {column.render(row)}
        </td>
      ))}
      <td className={css.dots}>{menu && <RowMenu name={name}>{menu(row)}</RowMenu>}</td>
    </tr>
  )
}
