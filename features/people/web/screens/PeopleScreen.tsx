import {
  BigTable,
  ErrorPanel,
  PermissionBanner,
  useAddress,
  useCall,
  useGo,
  useMay,
  useSelection,
  useShortcut,
} from '@millrace/kit/web'
import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react'
import { type Person, peopleContract } from '../../contract/index.ts'
import { ARCHIVED, ListAddress } from '../list/address.ts'
import { usePeopleColumns } from '../list/columns.tsx'
import css from '../list/list.module.css'
import { NobodyHere, PeopleFilter, PeopleHead } from '../list/PeopleHead.tsx'
import { usePeopleSource } from '../list/peopleSource.ts'
import { useTable } from '../list/useTable.ts'
import { nameOfPerson } from '../person/nameOfPerson.ts'

const AddPerson = lazy(() => import('../person/AddPerson.tsx'))
const PeopleBulk = lazy(() => import('../list/PeopleBulk.tsx'))

const idOf = ({ id }: Person) => id
const addressOf = ({ id }: Person) => `/people/${id}`

/** All people of the account: search, sort, columns, bulk actions. */
function Everybody() {
  const [address, setAddress] = useAddress(ListAddress)
  const search = address.search ?? ''
  const isArchived = address.folder === ARCHIVED
  const mayRead = useMay('people:read')
  const mayWrite = useMay('people:write')
  const mayExport = useMay('people:export')
  const selection = useSelection()
  const table = useTable()
  const { hidesAnonymous } = table
  const { source, total, leave } = usePeopleSource({ search, sort: address.sort, isArchived, hidesAnonymous })
  const columns = usePeopleColumns(table.columns, search)
  const fieldsCall = useCall(peopleContract.listFields)
  const add = () => setAddress({ 'add-person': '1' }, { push: true })
  useShortcut('n', 'Add person', add, 'This page', mayWrite)
  const onSearch = useCallback((text: string) => setAddress({ search: text || undefined }), [setAddress])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen belongs to what is listed
  useEffect(() => selection.setAll(false), [search, isArchived, hidesAnonymous])
  const everybody = useMemo(
    () => ({ query: search || undefined, archived: isArchived, ignoreAnonymous: hidesAnonymous }),
    [search, isArchived, hidesAnonymous],
  )
  if (!mayRead) return <PermissionBanner scope="people:read" />
  if (fieldsCall.error) return <ErrorPanel error={fieldsCall.error} onRetry={() => void fieldsCall.refetch()} />
  const isEmpty = total === 0
  const empty = () => {
    leave(total ?? 0)
    selection.setAll(false)
    return () => leave(-(total ?? 0))
  }
  return (
    <div className={css.fill}>
      <PeopleHead
        onAdd={add}
        isArchived={isArchived}
        canRestore={isArchived && !search && !isEmpty}
        onRestoreAll={empty}
      />
      <PeopleFilter
        {...{ search, onSearch, isArchived, total, table }}
        onShelf={(folder) => setAddress({ folder: folder || undefined })}
      />
      {isEmpty && (
        <NobodyHere {...{ search, isArchived, hidesAnonymous, onSearch }} onAdd={add} onShow={table.hideAnonymous} />
      )}
      <div style={{ display: isEmpty ? 'none' : 'contents' }}>
        <BigTable
          label="People"
          total={total ?? 20}
          source={source}
          idOf={idOf}
          nameOf={nameOfPerson}
          columns={columns}
          sort={search ? undefined : address.sort}
          onSort={(sort) => setAddress({ sort })}
          {...((mayWrite || mayExport) && { selection })}
          to={addressOf}
          onMove={table.move}
          widths={table.widths}
          onWidth={table.resize}
        />
      </div>
      <Suspense fallback={null}>
        <PeopleBulk
          {...{ selection, total: total ?? 0, everybody, isArchived, onLeave: leave }}
          columns={table.columns.map(({ name }) => name)}
        />
        {address['add-person'] !== undefined && <AddPerson onClose={() => setAddress({ 'add-person': undefined })} />}
      </Suspense>
    </div>
  )
}

/** The list; with `folder` of a segment, that segment's people on their own screen. */
export default function PeopleScreen() {
  const [{ folder }] = useAddress(ListAddress)
  const go = useGo()
  const segment = folder && folder !== ARCHIVED ? folder : undefined
  useEffect(() => {
    if (segment) go({ to: '/segments', search: { folder: segment }, replace: true })
  }, [segment, go])
  return segment ? null : <Everybody />
}
