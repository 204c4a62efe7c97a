import { Button, SegmentedControl } from '@mantine/core'
import { foldersContract } from '@millrace/folders/contract'
import {
  askedOrder,
  FOLDER_PAGE_PARAMS,
  type FolderList,
  FolderPage,
  FolderTable,
  useFolderPage,
} from '@millrace/folders/web'
import {
  addressShape,
  BulkButton,
  FilterBar,
  FindField,
  NothingFound,
  param,
  type Selection,
  Spacer,
  useAddress,
  useMay,
  useMutate,
  useSelection,
} from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconFolderSymlink, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import { FlowFigures } from '../list/FlowFigures.tsx'
import { FLOW_COLUMNS, type ListedFlow } from '../list/flowColumns.tsx'
import { NoFlows } from '../list/NoFlows.tsx'
import { useDays, useListedFlows } from '../list/useListedFlows.ts'

const FlowRowMenu = lazy(() => import('../list/FlowRowMenu.tsx'))
const CreateFlow = lazy(() => import('../list/CreateFlow.tsx'))
const ListHealth = lazy(() => import('../health/ListHealth.tsx'))
const FlowDialogs = lazy(() => import('../list/FlowDialogs.tsx'))

const Address = addressShape({
  ...FOLDER_PAGE_PARAMS,
  'create-flow': param.number(),
  status: param.oneOf(['All', 'Active', 'Paused', 'Draft'], 'All'),
  days: param.number(),
  /** What is asked about the flow `about`. */
  dialog: param.oneOf(['rename', 'share', 'copy']),
  about: param.number(),
})
const STATES = { Active: 'active', Paused: 'paused', Draft: 'draft' } as const
const RANGES = [7, 30, 90].map((days) => ({ value: String(days), label: `${days} days` }))

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

/** What can be done with the chosen flows. */
const useBulk = (selection: Selection<number>, folders: FolderList) => {
  const save = useMutate(calls.updateFlow, { invalidates: [calls.listFlows, foldersContract.listFolders] })
  return (chosen: ListedFlow[]) => {
    const isArchived = chosen[0]?.archived ?? false
    const set = () => {
      for (const { id, archived } of chosen) save.mutate({ params: { id }, body: { archived: !archived } })
      selection.setAll(false)
    }
    return (
      <>
        {!isArchived && (
          <BulkButton
            icon={<IconFolderSymlink {...ICON} />}
            onClick={() =>
              folders.askWhere(
                chosen.map(({ id }) => id),
                chosen[0]?.name,
              )
            }
          >
            Move to folder…
          </BulkButton>
        )}
        <BulkButton icon={isArchived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />} onClick={set}>
          {isArchived ? 'Bring back' : 'Archive'}
        </BulkButton>
      </>
    )
  }
}

/** The list of flows. */
export default function FlowList() {
  const [address, setAddress] = useAddress(Address)
  const mayWrite = useMay('flows:write')
  const page = useFolderPage('flows', address, setAddress, calls.listFlows)
  const days = useDays(address.days)
  const { flows, first, ...answer } = useListedFlows(
    {
      ...page.asked,
      ...askedOrder(page.sort, ['name']),
      ...(address.status !== 'All' && { state: STATES[address.status] }),
    },
    days,
  )
  const selection = useSelection<number>()
  const bulk = useBulk(selection, page.folders)
  // Whoever may not see flows has none.
  const isHidden = answer.error?.status === 403
  const asked = address.dialog && flows?.find(({ id }) => id === address.about)
  const isNarrowed = page.search !== '' || address.status !== 'All'
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} stroke={2} />} onClick={() => setAddress({ 'create-flow': 1 })}>
      New flow
    </Button>
  )
  return (
    <FolderPage
      page={page}
      title="Flows"
      counts={first?.counts}
      teach="Keep flows that belong together in a folder: drag rows onto it."
      create={create}
    >
      <Suspense fallback={null}>
        <ListHealth />
      </Suspense>
      {(isNarrowed || first?.total !== 0) && (
        <FlowFigures days={days} isArchive={page.isArchive} folder={address.folder} />
      )}
      <FilterBar>
        <FindField label="Search flows" text={address.q} onText={(q) => setAddress({ q })} />
        <SegmentedControl
          aria-label="Status"
          data={['All', 'Active', 'Paused', 'Draft']}
          value={address.status}
          onChange={(status) => setAddress({ status: status as 'All' })}
        />
        <Spacer />
        <SegmentedControl
          aria-label="Days that figures are of"
          data={RANGES}
          value={String(days)}
          onChange={(chosen) => setAddress({ days: Number(chosen) })}
        />
      </FilterBar>
      <FolderTable
        page={page}
        label="Flows"
        rows={isHidden ? [] : flows}
        answer={isHidden ? { ...answer, error: null, isBefore: false } : answer}
        failed="Error while loading your flows."
        columns={FLOW_COLUMNS}
        to={(id) => `/flows/${id}`}
        menu={
          mayWrite && ((flow) => <FlowRowMenu flow={flow} onAsk={(dialog, about) => setAddress({ dialog, about })} />)
        }
        {...(mayWrite && { selection, bulk })}
        nothingFound={
          isNarrowed && (
            <NothingFound onClear={() => setAddress({ q: undefined, status: 'All' })}>
              No flow matches: try another word or another status.
            </NothingFound>
          )
        }
        nothing={<NoFlows isArchive={page.isArchive} create={create} />}
        create={create}
      />
      <Suspense fallback={null}>
        {address.dialog && asked && (
          <FlowDialogs
            dialog={address.dialog}
            flow={asked}
            onClose={() => setAddress({ dialog: undefined, about: undefined })}
          />
        )}
        {address['create-flow'] === 1 && (
          <CreateFlow onMade={page.folders.keep} onClose={() => setAddress({ 'create-flow': undefined })} />
        )}
      </Suspense>
    </FolderPage>
  )
}
