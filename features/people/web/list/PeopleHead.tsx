import { Button, SegmentedControl } from '@mantine/core'
import {
  CheckBox,
  EmptyState,
  FilterBar,
  Link,
  NothingFound,
  PageHead,
  plural,
  SearchField,
  Spacer,
  useHasPage,
  useMay,
} from '@millrace/kit/web'
import { IconArchiveOff, IconPlus, IconUpload, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { ARCHIVED, SEARCH_FROM } from './address.ts'
import css from './list.module.css'
import { useRestoreAll } from './useBulk.ts'
import type { useTable } from './useTable.ts'

const ColumnChoice = lazy(() => import('./ColumnChoice.tsx'))

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

const RestoreAll = ({ onLeave }: { onLeave: () => () => void }) => {
  const restore = useRestoreAll(onLeave)
  return (
    <Button
      variant="default"
      loading={restore.isPending}
      leftSection={<IconArchiveOff size={15} stroke={1.7} aria-hidden />}
      onClick={() => restore.mutate({})}
    >
      Restore all
    </Button>
  )
}

type HeadProps = {
  onAdd: () => void
  isArchived: boolean
  canRestore: boolean
  /** Empties the list; answers what fills it again. */
  onRestoreAll: () => () => void
}

/** The page's title with what can be begun here. */
export const PeopleHead = ({ onAdd, isArchived, canRestore, onRestoreAll }: HeadProps) => {
  const mayWrite = useMay('people:write')
  return (
    <PageHead title="People">
      {mayWrite && canRestore && <RestoreAll onLeave={onRestoreAll} />}
      {mayWrite && !isArchived && <ImportButton />}
      {mayWrite && !isArchived && (
        <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={onAdd}>
          Add person
        </Button>
      )}
    </PageHead>
  )
}

type FilterProps = {
  search: string
  onSearch: (text: string) => void
  isArchived: boolean
  onShelf: (folder: string) => void
  total: number | undefined
  table: ReturnType<typeof useTable>
}

/** Which people, and which of their fields. */
export const PeopleFilter = ({ search, onSearch, isArchived, onShelf, total, table }: FilterProps) => (
  <FilterBar>
    <SearchField label="Search people" search={search} onSearch={onSearch} from={SEARCH_FROM} pauseMs={500} />
    <SegmentedControl
      aria-label="Which people"
      value={isArchived ? ARCHIVED : ''}
      onChange={onShelf}
      data={[
        { value: '', label: 'All' },
        { value: ARCHIVED, label: 'Archived' },
      ]}
    />
    {/* biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control */}
    <label className={css.toggle}>
      <CheckBox label="Hide anonymous" isOn={table.hidesAnonymous} onChange={table.hideAnonymous} />
      Hide anonymous
    </label>
    <Spacer />
    {total !== undefined && !search && (
      <span className={`${css.count} num`} role="status">
        {plural(total, 'person', 'people')}
      </span>
    )}
    <Suspense fallback={null}>
      <ColumnChoice
        fields={table.fields}
        shown={table.columns}
        onShow={table.show}
        onMove={table.move}
        onReset={table.reset}
      />
    </Suspense>
  </FilterBar>
)

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

type NobodyProps = {
  search: string
  isArchived: boolean
  hidesAnonymous: boolean
  onSearch: (text: string) => void
  onAdd: () => void
  onShow: (hides: boolean) => void
}

/** Said where the list is empty: why, and what to do. */
export const NobodyHere = ({ search, isArchived, hidesAnonymous, onSearch, onAdd, onShow }: NobodyProps) => {
  if (search) return <NothingFound onClear={() => onSearch('')}>Nobody fits “{search}”.</NothingFound>
  if (isArchived) return <NothingFound>Nobody is archived.</NothingFound>
  if (hidesAnonymous)
    return <NothingFound onClear={() => onShow(false)}>Nobody is known yet. Anonymous people are hidden.</NothingFound>
  return <NoPeople onAdd={onAdd} />
}
