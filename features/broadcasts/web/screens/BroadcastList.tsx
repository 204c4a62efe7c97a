import { Button } from '@mantine/core'
import { FolderPage, FolderTable, NEWEST, useListFolders } from '@millrace/folders/web'
import {
  addressShape,
  EmptyState,
  ErrorPanel,
  FilterBar,
  FindField,
  NothingFound,
  param,
  plural,
  ROWS_PER_PAGE,
  readSort,
  Spacer,
  useAddress,
  useEndless,
  useGo,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconArchive, IconPlus, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useDeferredValue } from 'react'
import { DEFAULT_NAME } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import { BROADCAST_STATUSES } from '../../contract/statuses.ts'
import { BROADCAST_COLUMNS, type ListedBroadcast } from '../list/broadcastColumns.tsx'
import c from '../list/list.module.css'
import { useFigures } from '../list/useFigures.ts'
import { useStatuses } from '../list/useStatuses.ts'

const StatusFilter = lazy(() => import('../list/StatusFilter.tsx'))
const BroadcastRowMenu = lazy(() => import('../list/BroadcastRowMenu.tsx'))

const Address = addressShape({
  q: param.text(),
  status: param.oneOf(BROADCAST_STATUSES),
  archived: param.number(),
  /** The folder that is open, or `favorites`. */
  folder: param.text(),
  sort: param.text(),
})

const SORTS = ['name', 'sendAt', 'updatedAt', 'createdAt'] as const

const Nothing = ({ isArchive, create }: { isArchive: boolean; create: React.ReactNode }) => (
  <EmptyState
    icon={isArchive ? <IconArchive size={24} /> : <IconSend size={24} />}
    title={isArchive ? 'Nothing is archived' : 'Write to many people at once'}
    text={
      isArchive
        ? 'Broadcasts that you archive are kept here, with their figures.'
        : 'A broadcast sends one email to a segment, once: now, at a time, or at that time wherever each person lives. Who cannot be written to is left out, and you see why before it leaves.'
    }
    example={
      isArchive
        ? undefined
        : 'What is new in November, to all who are active, Tuesday at nine. Two subjects are tried on a tenth each; the better one goes to the rest.'
    }
  >
    {!isArchive && create}
  </EmptyState>
)

const menu = (of: ListedBroadcast) => (
  <Suspense fallback={null}>
    <BroadcastRowMenu of={of} />
  </Suspense>
)

/** Makes a draft and opens it; it lies in the folder that is open. */
const useCreate = (keep: (id: number) => Promise<void>) => {
  const go = useGo()
  const create = useMutate(calls.createBroadcast, {
    invalidates: [calls.listBroadcasts],
    onDone: ({ item }) => void keep(item.id).then(() => go(`/broadcasts/${item.id}`)),
  })
  return { isPending: create.isPending, create: () => create.mutate({ body: { name: DEFAULT_NAME } }) }
}

/** The list of broadcasts. */
export default function BroadcastList() {
  const [address, setAddress] = useAddress(Address)
  const mayWrite = useMay('broadcasts:write')
  const search = useDeferredValue(address.q?.trim() ?? '')
  const isArchive = Boolean(address.archived)
  const sort = readSort(address.sort ?? NEWEST)
  const { pages, first, isBefore, error, refetch, onEnd } = useEndless(calls.listBroadcasts, {
    query: {
      limit: ROWS_PER_PAGE,
      ...(search && { search }),
      ...(address.status && { status: address.status }),
      archived: isArchive ? 'true' : 'false',
      sort: SORTS.find((by) => by === sort?.by) ?? 'updatedAt',
      order: sort?.isDown ? 'desc' : 'asc',
      ...(address.folder && { folder: address.folder }),
    },
  })
  const folders = useListFolders('broadcasts', address, setAddress, calls.listBroadcasts)
  const { create, isPending } = useCreate(folders.keep)
  const items = pages?.flatMap((page) => page.items)
  const listed = useFigures(items)
  useStatuses(items)
  const button = mayWrite && (
    <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} loading={isPending} onClick={create}>
      New broadcast
    </Button>
  )
  const isNarrowed = search !== '' || address.status !== undefined
  return (
    <FolderPage
      folders={folders}
      title="Broadcasts"
      counts={first?.counts}
      isArchive={isArchive}
      onShow={setAddress}
      teach="Keep broadcasts that belong together in a folder: drag rows onto it."
      create={button}
    >
      <FilterBar>
        <FindField label="Search broadcasts" width={240} text={address.q} onText={(q) => setAddress({ q })} />
        <Suspense fallback={<span className={c.filter} />}>
          <StatusFilter value={address.status} onChange={(status) => setAddress({ status })} />
        </Suspense>
        <Spacer />
        {first && <span className={c.faint}>{plural(first.total, 'broadcast')}</span>}
      </FilterBar>
      {error && <ErrorPanel error={error} title="Error while loading broadcasts." onRetry={() => void refetch()} />}
      {(!error || listed) && (
        <FolderTable
          label="Broadcasts"
          rows={listed}
          isBefore={isBefore}
          columns={BROADCAST_COLUMNS}
          sort={address.sort}
          onSort={(next) => setAddress({ sort: next })}
          to={(id) => `/broadcasts/${id}`}
          onEnd={onEnd}
          {...(mayWrite && { menu })}
          nothingFound={
            isNarrowed && (
              <NothingFound onClear={() => setAddress({ q: undefined, status: undefined })}>
                No broadcast matches: try another word or another status.
              </NothingFound>
            )
          }
          nothing={<Nothing isArchive={isArchive} create={button} />}
          create={button}
        />
      )}
    </FolderPage>
  )
}
