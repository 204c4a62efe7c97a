import { Button } from '@mantine/core'
import {
  askedOrder,
  FOLDER_PAGE_PARAMS,
  FolderPage,
  FolderTable,
  NothingArchived,
  useFolderPage,
} from '@millrace/folders/web'
import {
  addressShape,
  EmptyState,
  FilterBar,
  FindField,
  NothingFound,
  param,
  plural,
  ROWS_PER_PAGE,
  Spacer,
  useAddress,
  useEndless,
  useGo,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconPlus, IconSend } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { DEFAULT_NAME } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import { BROADCAST_STATUSES } from '../../contract/statuses.ts'
import { BROADCAST_COLUMNS } from '../list/broadcastColumns.tsx'
import c from '../list/list.module.css'
import { useFigures } from '../list/useFigures.ts'
import { useStatuses } from '../list/useStatuses.ts'

const StatusFilter = lazy(() => import('../list/StatusFilter.tsx'))
const BroadcastRowMenu = lazy(() => import('../list/BroadcastRowMenu.tsx'))

const Address = addressShape({
  ...FOLDER_PAGE_PARAMS,
  status: param.oneOf(BROADCAST_STATUSES),
})

const SORTS = ['name', 'sendAt', 'updatedAt', 'createdAt'] as const

const Nothing = ({ create }: { create: React.ReactNode }) => (
  <EmptyState
    icon={<IconSend size={24} />}
    title="Write to many people at once"
    text="A broadcast sends one email to a segment, once: now, at a time, or at that time wherever each person lives. Who cannot be written to is left out, and you see why before it leaves."
    example="What is new in November, to all who are active, Tuesday at nine. Two subjects are tried on a tenth each; the better one goes to the rest."
  >
    {create}
  </EmptyState>
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
  const page = useFolderPage('broadcasts', address, setAddress, calls.listBroadcasts)
  const { pages, first, ...answer } = useEndless(calls.listBroadcasts, {
    query: {
      limit: ROWS_PER_PAGE,
      ...page.asked,
      ...askedOrder(page.sort, SORTS),
      ...(address.status && { status: address.status }),
    },
  })
  const { create, isPending } = useCreate(page.folders.keep)
  const items = pages?.flatMap((page) => page.items)
  const listed = useFigures(items)
  useStatuses(items)
  const button = mayWrite && (
    <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} loading={isPending} onClick={create}>
      New broadcast
    </Button>
  )
  const isNarrowed = page.search !== '' || address.status !== undefined
  return (
    <FolderPage
      page={page}
      title="Broadcasts"
      counts={first?.counts}
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
      <FolderTable
        page={page}
        label="Broadcasts"
        rows={listed}
        answer={answer}
        failed="Error while loading broadcasts."
        columns={BROADCAST_COLUMNS}
        to={(id) => `/broadcasts/${id}`}
        menu={mayWrite && ((of) => <BroadcastRowMenu of={of} />)}
        nothingFound={
          isNarrowed && (
            <NothingFound onClear={() => setAddress({ q: undefined, status: undefined })}>
              No broadcast matches: try another word or another status.
            </NothingFound>
          )
        }
        nothing={
          page.isArchive ? (
            <NothingArchived text="Broadcasts that you archive are kept here, with their figures." />
          ) : (
            <Nothing create={button} />
          )
        }
        create={button}
      />
    </FolderPage>
  )
}
