import { type ApiError, ErrorPanel, ListTable, type Selection } from '@millrace/kit/web'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { EmptyFolder } from '../parts/laterParts.tsx'
import { rowDrag } from '../useRowDrag.ts'
import type { FolderPageState } from './useFolderPage.ts'

type Item = { id: number; name: string; archived: boolean }
type Table<R extends Item> = ComponentProps<typeof ListTable<R, number>>

/** How the asking goes. */
type Answer = {
  error: ApiError | null
  refetch: () => unknown
  /** The rows are those of what was asked for before. */
  isBefore?: boolean
  onEnd?: (() => void) | undefined
}

type Props<R extends Item> = Pick<Table<R>, 'label' | 'rows' | 'columns' | 'bulk'> & {
  page: FolderPageState
  answer: Answer
  /** Said where the rows could not be had. */
  failed: string
  /** What a row is called in its folder; its number, where nothing is said. */
  itemOf?: (id: number) => string | number
  to: (id: number) => string
  selection?: Selection<number>
  /** Items of a row's menu; they may come later. */
  menu?: ((row: R) => ReactNode) | false
  /** What there is to say where a search found nothing; else what nothing at all teaches. */
  nothingFound: ReactNode
  nothing: ReactNode
  /** The button that makes one. */
  create: ReactNode
}

/** The rows of a `FolderPage`, or why there are none: those of the open folder, to be dragged onto others. */
export const FolderTable = <R extends Item>(props: Props<R>) => {
  const { page, answer, rows, columns, itemOf = (id) => id, to, selection, bulk, menu } = props
  const { folders } = page
  const { error, refetch, isBefore = false, onEnd } = answer
  const drag = rowDrag(folders, selection && (() => selection.now().ids))
  const isSorted = columns.some(({ sortBy }) => sortBy)
  // What was just taken out of the folder leaves before the server says so.
  const held = rows?.filter(({ id }) => folders.holds(itemOf(id)))
  return (
    <>
      {error && <ErrorPanel error={error} title={props.failed} onRetry={() => void refetch()} />}
      {(!error || rows) && (
        <ListTable
          label={props.label}
          rows={isBefore && !held?.length ? undefined : held}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          columns={columns}
          {...(isSorted && { sort: page.sort, onSort: page.setSort })}
          isSortedElsewhere
          rowProps={({ id, name, archived }) => (archived ? {} : drag(itemOf(id), name))}
          to={({ id }) => to(id)}
          onEnd={onEnd}
          {...(menu && { menu: (row: R) => <Suspense fallback={null}>{menu(row)}</Suspense> })}
          {...(selection && { selection })}
          {...(bulk && { bulk })}
          empty={props.nothingFound || (folders.chosen ? <EmptyFolder>{props.create}</EmptyFolder> : props.nothing)}
        />
      )}
    </>
  )
}
