import { Button, SegmentedControl } from '@mantine/core'
import {
  BigTable,
  EmptyState,
  ErrorPanel,
  FilterBar,
  Link,
  NothingFound,
  PageHead,
  PermissionBanner,
  plural,
  Spacer,
  useAddress,
  useCall,
  useHasPage,
  useMay,
  useSelection,
  useShortcut,
} from '@millrace/kit/web'
import { IconPlus, IconUpload, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { type Person, peopleContract } from '../../contract/index.ts'
import { ARCHIVED, ListAddress } from '../list/address.ts'
import { usePeopleColumns } from '../list/columns.tsx'
import css from '../list/list.module.css'
import { PeopleSearch } from '../list/PeopleSearch.tsx'
import { usePeopleSource } from '../list/peopleSource.ts'
import { nameOfPerson } from '../person/nameOfPerson.ts'

const AddPerson = lazy(() => import('../person/AddPerson.tsx'))
const ColumnChoice = lazy(() => import('../list/ColumnChoice.tsx'))
const PeopleBulk = lazy(() => import('../list/PeopleBulk.tsx'))

const idOf = ({ id }: Person) => id
const addressOf = ({ id }: Person) => `/people/${id}`
const IMPORT = '/people/imports/new'

const ImportButton = ({ variant = 'default' }: { variant?: string }) => {
  const canImport = useHasPage(IMPORT)
  if (!canImport) return null
  return (
    <Button
      component={Link}
      to={IMPORT}
      variant={variant}
      leftSection={<IconUpload size={15} stroke={1.7} aria-hidden />}
    >
      Import
    </Button>
  )
}

const NoPeople = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={<IconUsers size={24} stroke={1.6} />}
    title="No people yet"
    text="People are your customers and leads, with what you know of them: fields, tags, and what they do in your product. Flows and broadcasts write to them."
    example="A CSV file with the columns email, name and plan becomes people with a plan each, ready for a segment “Plan is Trial”."
  >
    <ImportButton variant="filled" />
    <Button variant="default" leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={onAdd}>
      Add person
    </Button>
  </EmptyState>
)

/** All people of the account: search, sort, columns, bulk actions. */
export default function PeopleScreen() {
  const [address, setAddress] = useAddress(ListAddress)
  const search = address.search ?? ''
  const isArchived = address.folder === ARCHIVED
  const mayRead = useMay('people:read')
  const mayWrite = useMay('people:write')
  const selection = useSelection()
  const { source, total } = usePeopleSource({ search, sort: address.sort, isArchived })
  const { columns, fields, shown, show, reset } = usePeopleColumns()
  const fieldsCall = useCall(peopleContract.listFields)
  const add = () => setAddress({ 'add-person': '1' }, { push: true })
  useShortcut('n', 'Add person', add, 'This page', mayWrite)
  const onSearch = useCallback((text: string) => setAddress({ search: text || undefined }), [setAddress])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen belongs to what is listed
  useEffect(() => selection.setAll(false), [search, isArchived])
  if (!mayRead) return <PermissionBanner scope="people:read" />
  if (fieldsCall.error) return <ErrorPanel error={fieldsCall.error} onRetry={() => void fieldsCall.refetch()} />
  const isEmpty = total === 0
  return (
    <div className={css.fill}>
      <PageHead title="People">
        {mayWrite && <ImportButton />}
        {mayWrite && (
          <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={add}>
            Add person
          </Button>
        )}
      </PageHead>
      <FilterBar>
        <PeopleSearch search={search} onSearch={onSearch} />
        <SegmentedControl
          aria-label="Which people"
          value={isArchived ? ARCHIVED : ''}
          onChange={(folder) => setAddress({ folder: folder || undefined })}
          data={[
            { value: '', label: 'All' },
            { value: ARCHIVED, label: 'Archived' },
          ]}
        />
        <Spacer />
        {total !== undefined && !search && (
          <span className={`${css.count} num`} role="status">
            {plural(total, 'person', 'people')}
          </span>
        )}
        <Suspense fallback={null}>
          <ColumnChoice fields={fields} shown={shown} onShow={show} onReset={reset} />
        </Suspense>
      </FilterBar>
      {isEmpty && search && <NothingFound onClear={() => onSearch('')}>Nobody fits “{search}”.</NothingFound>}
      {isEmpty && !search && isArchived && <NothingFound>Nobody is archived.</NothingFound>}
      {isEmpty && !search && !isArchived && <NoPeople onAdd={add} />}
      <div style={{ display: isEmpty ? 'none' : 'contents' }}>
        <BigTable
          label="People"
          total={total ?? 20}
          source={source}
          idOf={idOf}
          nameOf={nameOfPerson}
          columns={columns}
          sort={address.sort}
          onSort={(sort) => setAddress({ sort })}
          {...(mayWrite && { selection })}
          to={addressOf}
        />
      </div>
      <Suspense fallback={null}>
        <PeopleBulk selection={selection} total={total ?? 0} search={search} isArchived={isArchived} />
        {address['add-person'] !== undefined && <AddPerson onClose={() => setAddress({ 'add-person': undefined })} />}
      </Suspense>
    </div>
  )
}
