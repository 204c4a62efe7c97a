import { Button } from '@mantine/core'
import {
  addressShape,
  BigTable,
  EmptyState,
  ErrorPanel,
  FilterBar,
  Link,
  NothingFound,
  PageHead,
  PageSkeleton,
  PermissionBanner,
  param,
  plural,
  RailItem,
  SearchField,
  Skeleton,
  Spacer,
  SplitPage,
  useAddress,
  useMay,
  useParam,
  useSelection,
  useShortcut,
} from '@millrace/kit/web'
import { IconArchive, IconCube, IconLayoutList, IconPlus, IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { isPersonName, type ObjectRecord, type ObjectSchema } from '../../contract/index.ts'
import { addressOfObject, nameOfObject, useSchemas } from '../data.ts'
import { useObjectColumns } from '../list/columns.tsx'
import css from '../list/list.module.css'
import { useObjectsSource } from '../list/objectsSource.ts'
import { objectPorts } from '../ports.ts'

const AddObject = lazy(() => import('../list/AddObject.tsx'))
const ObjectsBulk = lazy(() => import('../list/ObjectsBulk.tsx'))
const ColumnChoice = lazy(() => import('../list/ColumnChoice.tsx'))

const ARCHIVED = 'archived'

const Address = addressShape({
  search: param.text(),
  sort: param.text(),
  /** A segment, or the archived. */
  folder: param.text(),
  add: param.text(),
})

const NoObjects = ({ schema, onAdd }: { schema: ObjectSchema; onAdd: (() => void) | undefined }) => {
  const many = schema.displayNamePlural.toLowerCase()
  const one = schema.displayNameSingular.toLowerCase()
  return (
    <EmptyState
      icon={<IconCube size={24} stroke={1.6} />}
      title={`No ${many} yet`}
      text={`${schema.description || `Every ${one} has fields of its own and can be tied to people.`} Add them here, or send them from your product.`}
      example={
        <code>
          PUT /v1/objects/{schema.name} [{'{'} "externalId": "42", "{schema.primaryField}": "…" {'}'}]
        </code>
      }
    >
      {onAdd && (
        <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={onAdd}>
          Add {one}
        </Button>
      )}
    </EmptyState>
  )
}

const ObjectsList = ({ schema }: { schema: ObjectSchema }) => {
  const [address, setAddress] = useAddress(Address)
  const search = address.search ?? ''
  const isArchived = address.folder === ARCHIVED
  const segmentId = /^\d+$/.test(address.folder ?? '') ? Number(address.folder) : undefined
  const mayWrite = useMay('people:write')
  const mayExport = useMay('people:export')
  const mayChoose = mayWrite || mayExport
  const mayDefine = useMay('personFields:write')
  const wanted = { objectName: schema.name, search, sort: address.sort, isArchived, segmentId }
  const { source, total } = useObjectsSource(wanted)
  const selection = useSelection()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen belongs to what is listed
  useEffect(() => selection.setAll(false), [search, isArchived, segmentId])
  const { columns, shown, show } = useObjectColumns(schema)
  const add = () => setAddress({ add: '1' }, { push: true })
  useShortcut('n', `Add ${schema.displayNameSingular.toLowerCase()}`, add, 'This page', mayWrite)
  const onSearch = useCallback((text: string) => setAddress({ search: text || undefined }), [setAddress])
  const isEmpty = total === 0
  const { Segments, ChosenSegment } = objectPorts
  const choose = (folder: string | undefined) => setAddress({ folder, sort: undefined }, { push: true })
  const many = schema.displayNamePlural
  const nameOf = useCallback((object: ObjectRecord) => nameOfObject(schema, object), [schema])
  const rail = (
    <>
      <RailItem
        icon={<IconLayoutList size={16} stroke={1.7} />}
        label={`All ${many.toLowerCase()}`}
        isOn={!address.folder}
        onClick={() => choose(undefined)}
      />
      <RailItem
        icon={<IconArchive size={16} stroke={1.7} />}
        label="Archived"
        isOn={isArchived}
        onClick={() => choose(ARCHIVED)}
      />
      {Segments && (
        <Suspense fallback={<Skeleton width="70%" />}>
          <Segments
            objectName={schema.name}
            many={many.toLowerCase()}
            chosen={segmentId}
            onChoose={(id) => choose(id?.toString())}
          />
        </Suspense>
      )}
    </>
  )
  return (
    <SplitPage railLabel={many} rail={rail}>
      <div className={css.fill}>
        <PageHead title={many}>
          {mayDefine && (
            <Button
              component={Link}
              to={`/settings/objects/${encodeURIComponent(schema.name)}`}
              variant="default"
              leftSection={<IconSettings size={15} stroke={1.7} aria-hidden />}
            >
              Fields
            </Button>
          )}
          {mayWrite && (
            <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={add}>
              Add {schema.displayNameSingular.toLowerCase()}
            </Button>
          )}
        </PageHead>
        {segmentId !== undefined && ChosenSegment && (
          <Suspense fallback={null}>
            <ChosenSegment objectName={schema.name} id={segmentId} />
          </Suspense>
        )}
        <FilterBar>
          <SearchField label={`Search ${many.toLowerCase()}`} search={search} onSearch={onSearch} />
          <Spacer />
          {total !== undefined && !search && (
            <span className={`${css.count} num`} role="status">
              {plural(total, schema.displayNameSingular.toLowerCase(), many.toLowerCase())}
            </span>
          )}
          <Suspense fallback={null}>
            <ColumnChoice schema={schema} shown={shown} onShow={show} />
          </Suspense>
        </FilterBar>
        {isEmpty && search && <NothingFound onClear={() => onSearch('')}>Nothing fits “{search}”.</NothingFound>}
        {isEmpty && !search && isArchived && <NothingFound>Nothing is archived.</NothingFound>}
        {isEmpty && !search && segmentId !== undefined && (
          <NothingFound onClear={() => setAddress({ folder: undefined })}>Nothing is in this segment.</NothingFound>
        )}
        {isEmpty && !search && !isArchived && segmentId === undefined && (
          <NoObjects schema={schema} onAdd={mayWrite ? add : undefined} />
        )}
        <div style={{ display: isEmpty ? 'none' : 'contents' }}>
          <BigTable
            label={many}
            total={total ?? 20}
            source={source}
            idOf={({ id }) => id}
            nameOf={nameOf}
            columns={columns}
            sort={address.sort}
            {...(mayChoose && { selection })}
            onSort={(sort) => setAddress({ sort })}
            to={({ id }) => addressOfObject(schema.name, id)}
          />
        </div>
        {mayChoose && (
          <Suspense fallback={null}>
            <ObjectsBulk {...{ schema, selection, wanted }} total={total ?? 0} columns={shown} />
          </Suspense>
        )}
        {address.add !== undefined && (
          <Suspense fallback={null}>
            <AddObject schema={schema} onClose={() => setAddress({ add: undefined })} />
          </Suspense>
        )}
      </div>
    </SplitPage>
  )
}

/** All objects of a kind: search, sort, columns. */
export default function ObjectsScreen() {
  const name = useParam('objectName')
  const mayRead = useMay('people:read')
  const { data, error, refetch } = useSchemas()
  if (!mayRead) return <PermissionBanner scope="people:read" />
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const schema = data.schemas.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!schema || isPersonName(name))
    return <ErrorPanel title="Not found" error={new Error(`There is no kind of object called “${name}”.`)} />
  return <ObjectsList key={schema.name} schema={schema} />
}
