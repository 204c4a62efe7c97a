import { Button, SegmentedControl, Select, Skeleton, TextInput } from '@mantine/core'
import { emailsContract } from '@millrace/emails/contract'
import { foldersContract } from '@millrace/folders/contract'
import { EmptyFolder, FavoritesItem, FolderPanel, FolderScope, useFolderScope, useFolders } from '@millrace/folders/web'
import {
  addressShape,
  CheckBox,
  count,
  EmptyState,
  ErrorPanel,
  FigureStrip,
  FilterBar,
  PageHead,
  param,
  RailItem,
  Spacer,
  SplitPage,
  share,
  useAddress,
  useCall,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { segmentsContract } from '@millrace/segments/contract'
import { IconArchive, IconLayoutList, IconPlus, IconRoute, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { flowsContract as calls, type FlowGoalMetrics, type FlowRow } from '../../contract/index.ts'
import { FlowRowView } from '../list/FlowRowView.tsx'
import css from '../list/flowList.module.css'
import { stateOf } from '../list/stateOf.ts'

const CreateFlow = lazy(() => import('../list/CreateFlow.tsx'))

const Address = addressShape({
  'create-flow': param.number(),
  q: param.text(),
  status: param.oneOf(['All', 'Active', 'Paused', 'Draft'], 'All'),
  archived: param.number(),
  /** The folder that is open, or `favorites`. */
  folder: param.text(),
  days: param.number(30),
})
const RANGES = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
]

const sumOf = (metrics: FlowGoalMetrics[]) => {
  const length = metrics[0]?.days.length ?? 0
  const byDay = (key: 'entered' | 'reachedGoal') =>
    Array.from({ length }, (_, day) => metrics.reduce((sum, { days }) => sum + (days[day]?.[key] ?? 0), 0))
  const total = (pick: (metric: FlowGoalMetrics) => number) => metrics.reduce((sum, metric) => sum + pick(metric), 0)
  return {
    queued: total((metric) => metric.queued),
    entered: total((metric) => metric.peopleEnteredFlow),
    reached: total((metric) => metric.peopleReachedGoal),
    enteredBefore: total((metric) => metric.before.peopleEnteredFlow),
    reachedBefore: total((metric) => metric.before.peopleReachedGoal),
    enteredDays: byDay('entered'),
    reachedDays: byDay('reachedGoal'),
  }
}

/** A flat line at zero says nothing. */
const trendOf = (days: number[]) => (days.some((value) => value > 0) ? days : undefined)

const growth = (now: number, before: number) =>
  before > 0 ? `${now >= before ? '+' : '−'}${Math.abs(((now - before) / before) * 100).toFixed(1)}%` : undefined

const Figures = ({ metrics, days }: { metrics: FlowGoalMetrics[]; days: number }) => {
  const sum = useMemo(() => sumOf(metrics), [metrics])
  return (
    <FigureStrip
      figures={[
        { label: 'People in flows now', value: count(sum.queued) },
        {
          label: `Entered, last ${days} days`,
          value: count(sum.entered),
          change: growth(sum.entered, sum.enteredBefore),
          isGood: sum.entered >= sum.enteredBefore,
          trend: trendOf(sum.enteredDays),
        },
        {
          label: 'Reached a goal',
          value: count(sum.reached),
          change: growth(sum.reached, sum.reachedBefore),
          isGood: sum.reached >= sum.reachedBefore,
          trend: trendOf(sum.reachedDays),
        },
        { label: 'Goal rate', value: share(sum.reached, sum.entered) },
      ]}
    />
  )
}

const Rows = ({ flows, metrics }: { flows: FlowRow[]; metrics: Record<string, FlowGoalMetrics> }) => {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const folders = useFolderScope()
  const { data: emails } = useCall(emailsContract.listEmails, { query: { limit: 500 } })
  const { data: segments } = useCall(segmentsContract.listSegments, { query: {} }, { enabled: useMay('people:read') })
  const names = useMemo(
    () => ({
      emails: Object.fromEntries((emails?.emails ?? []).map((email) => [email.id, email])),
      segments: Object.fromEntries((segments?.segments ?? []).map(({ id, name }) => [id, name])),
    }),
    [emails, segments],
  )
  const archive = useMutate(calls.updateFlow, { invalidates: [calls.listFlows, foldersContract.listFolders] })
  const pick = (id: number, isPicked: boolean) =>
    setPicked(new Set(isPicked ? [...picked, id] : [...picked].filter((other) => other !== id)))
  const all = flows.length > 0 && flows.every(({ id }) => picked.has(id))
  return (
    <div className={css.scroll}>
      {picked.size > 0 && (
        <FilterBar>
          <span>{picked.size} selected</span>
          {!flows.some(({ archived }) => archived) && (
            <Button
              variant="default"
              size="xs"
              onClick={() => folders.askWhere([...picked], flows.find(({ id }) => picked.has(id))?.name)}
            >
              Move to folder…
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              for (const { id, archived } of flows.filter(({ id }) => picked.has(id)))
                archive.mutate({ params: { id }, body: { archived: !archived } })
              setPicked(new Set())
            }}
          >
            {flows.find(({ id }) => picked.has(id))?.archived ? 'Bring back' : 'Archive'}
          </Button>
        </FilterBar>
      )}
      <table className={css.table}>
        <thead>
          <tr>
            <th>
              <CheckBox
                label="Select all flows"
                isOn={all}
                isPartly={picked.size > 0 && !all}
                onChange={() => setPicked(new Set(all ? [] : flows.map(({ id }) => id)))}
              />
            </th>
            <th>Flow</th>
            <th>Status</th>
            <th className={css.number}>Entered</th>
            <th className={css.wideOnly}>Trend</th>
            <th className={css.wideOnly}>Reached goal</th>
            <th className={`${css.number} ${css.wideOnly}`}>Steps</th>
            <th className={css.wideOnly}>Updated</th>
            <th aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          {flows.map((flow) => (
            <FlowRowView
              key={flow.id}
              flow={flow}
              metrics={metrics[flow.id]}
              names={names}
              isPicked={picked.has(flow.id)}
              onPick={(isPicked) => pick(flow.id, isPicked)}
              picked={picked}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The list of flows. */
export default function FlowList() {
  const [address, setAddress] = useAddress(Address)
  const mayWrite = useMay('flows:write')
  const { data, error, isPending, refetch } = useCall(
    calls.listFlows,
    { query: { limit: 500, archived: address.archived ? 'true' : 'false' } },
    { staleMs: 5_000 },
  )
  const { data: counted } = useCall(
    calls.countFlowsPeople,
    { query: { days: address.days } },
    { staleMs: 5_000, keepPrevious: true },
  )
  const folders = useFolders({
    kind: 'flows',
    chosen: address.folder,
    onChoose: (folder) => setAddress({ folder, archived: undefined }, { push: true }),
    lists: [calls.listFlows],
  })
  const flows = data?.integrations ?? []
  const held = flows.filter(({ id }) => folders.holds(id))
  const metrics = counted?.metrics ?? {}
  const query = (address.q ?? '').toLowerCase()
  const shown = held.filter(
    (flow) => flow.name.toLowerCase().includes(query) && (address.status === 'All' || stateOf(flow) === address.status),
  )
  const create = (
    <Button leftSection={<IconPlus size={15} stroke={2} />} onClick={() => setAddress({ 'create-flow': 1 })}>
      New flow
    </Button>
  )
  const page = (
    <SplitPage
      railLabel="Flows"
      rail={
        <>
          <RailItem
            icon={<IconLayoutList size={16} stroke={1.7} />}
            label="All flows"
            count={address.archived ? undefined : flows.length}
            isOn={!address.archived && !address.folder}
            onClick={() => setAddress({ archived: undefined, folder: undefined })}
          />
          <FavoritesItem />
          <RailItem
            icon={<IconArchive size={16} stroke={1.7} />}
            label="Archived"
            count={address.archived ? flows.length : undefined}
            isOn={Boolean(address.archived)}
            onClick={() => setAddress({ archived: 1, folder: undefined })}
          />
          <FolderPanel empty="Keep flows that belong together in a folder: drag rows onto it." />
        </>
      }
    >
      <PageHead title={folders.title ?? 'Flows'}>{mayWrite && create}</PageHead>
      {held.length > 0 && <Figures metrics={held.flatMap(({ id }) => metrics[id] ?? [])} days={address.days} />}
      <FilterBar>
        <TextInput
          placeholder="Search flows"
          aria-label="Search flows"
          w={260}
          leftSection={<IconSearch size={15} stroke={1.7} />}
          value={address.q ?? ''}
          onChange={(event) => setAddress({ q: event.currentTarget.value })}
        />
        <SegmentedControl
          aria-label="Status"
          data={['All', 'Active', 'Paused', 'Draft']}
          value={address.status}
          onChange={(status) => setAddress({ status: status as 'All' })}
        />
        <Spacer />
        <Select
          aria-label="Range"
          data={RANGES}
          value={String(address.days)}
          onChange={(days) => days && setAddress({ days: Number(days) })}
          w={140}
          allowDeselect={false}
        />
      </FilterBar>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isPending &&
        !error &&
        [0, 1, 2, 3].map((row) => <Skeleton key={row} height={38} mx={24} mb={16} width="auto" />)}
      {data && !flows.length && (
        <EmptyState
          icon={<IconRoute size={26} />}
          title={address.archived ? 'Nothing is archived' : 'Let things happen by themselves'}
          text={
            address.archived
              ? 'Flows that you archive are kept here; their people and figures too.'
              : 'A flow waits for something to happen to a person and then acts: sends a mail, waits, asks, tags.'
          }
          example={
            address.archived
              ? undefined
              : 'For example: signed up for a trial → welcome mail → wait two days → created a project? → a nudge or a thank you.'
          }
        >
          {!address.archived && mayWrite && create}
        </EmptyState>
      )}
      {held.length > 0 && !shown.length && (
        <EmptyState title="No flow matches" text="Try another word or another status." />
      )}
      {flows.length > 0 && !held.length && <EmptyFolder>{mayWrite && create}</EmptyFolder>}
      {shown.length > 0 && <Rows flows={shown} metrics={metrics} />}
      <Suspense fallback={null}>
        {address['create-flow'] === 1 && (
          <CreateFlow onMade={folders.keep} onClose={() => setAddress({ 'create-flow': undefined })} />
        )}
      </Suspense>
    </SplitPage>
  )
  return <FolderScope value={folders}>{page}</FolderScope>
}
