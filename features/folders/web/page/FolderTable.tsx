import { ListTable, type Selection } from '@millrace/kit/web'
import type { ComponentProps, ReactNode } from 'react'
import { EmptyFolder } from '../parts/laterParts.tsx'
import { useFolderScope } from '../useFolders.ts'
import { rowDrag } from '../useRowDrag.ts'

/** The order that lists begin with. */
export const NEWEST = '-updatedAt'

type Item = { id: number; name: string; archived: boolean }
type Table<R extends Item> = ComponentProps<typeof ListTable<R, number>>

type Props<R extends Item> = Pick<Table<R>, 'label' | 'rows' | 'columns' | 'onEnd' | 'bulk' | 'menu'> & {
  /** What a row is called in its folder; its number, where nothing is said. */
  itemOf?: (id: number) => string | number
  to: (id: number) => string
  /** The rows are those of what was asked for before. */
  isBefore?: boolean
  /** Where the server sorts: the order of the address, and who is told of another one. */
  sort?: string | undefined
  onSort?: (sort: string | undefined) => void
  selection?: Selection<number>
  /** What there is to say where a search found nothing; else what nothing at all teaches. */
  nothingFound: ReactNode
  nothing: ReactNode
  /** The button that makes one. */
  create: ReactNode
}

/** The rows of a `FolderPage`: those of the open folder, to be dragged onto others. */
export const FolderTable = <R extends Item>(props: Props<R>) => {
  const { label, rows, columns, itemOf = (id) => id, to, isBefore, sort, onSort, selection, bulk, menu } = props
  const folders = useFolderScope()
  const drag = rowDrag(folders, selection && (() => selection.now().ids))
  // What was just taken out of the folder leaves before the server says so.
  const held = rows?.filter(({ id }) => folders.holds(itemOf(id)))
  return (
    <ListTable
      label={label}
      rows={isBefore && !held?.length ? undefined : held}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={columns}
      {...(onSort && {
        sort: sort ?? NEWEST,
        onSort: (next: string | undefined) => onSort(next === NEWEST ? undefined : next),
      })}
      isSortedElsewhere
      rowProps={({ id, name, archived }) => (archived ? {} : drag(itemOf(id), name))}
      to={({ id }) => to(id)}
      onEnd={props.onEnd}
      {...(menu && { menu })}
      {...(selection && { selection })}
      {...(bulk && { bulk })}
      empty={props.nothingFound || (folders.chosen ? <EmptyFolder>{props.create}</EmptyFolder> : props.nothing)}
    />
  )
}
