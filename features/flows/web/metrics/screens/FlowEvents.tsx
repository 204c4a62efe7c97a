import { SegmentedControl } from '@mantine/core'
import {
  count,
  EmptyState,
  exactly,
  FilterBar,
  forget,
  idsIn,
  Link,
  type ListColumn,
  ListTable,
  metricsDays,
  metricsPath,
  NoMetrics,
  PageHead,
  PeriodChoice,
  PersonCell,
  plural,
  SaveAsCsv,
  Spacer,
  useAddress,
  useEndless,
  useMay,
  useMutate,
  useSignedIn,
  WidePage,
} from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { IconFlag, IconRoute } from '@tabler/icons-react'
import { flowsContract as calls, type FlowPersonEvent, OF_PEOPLE } from '../../../contract/index.ts'
import { addressOf } from '../../kind/flowKind.ts'
import { MetricsAddress } from '../address.ts'
import { FlowPicker } from '../FlowPicker.tsx'
import css from '../metrics.module.css'

const TITLES = { entered: 'Who entered', goal: 'Who reached the goal' }
const NO_FLOWS = 'No flows selected'

const Person = ({ person: { id, name, email }, flow: { objectType } }: FlowPersonEvent) => (
  <PersonCell
    id={id}
    to={addressOf(objectType, id)}
    name={name || email || 'Somebody'}
    email={email}
    isThing={objectType !== OF_PEOPLE}
  />
)

const columnsOf = (type: 'entered' | 'goal'): ListColumn<FlowPersonEvent>[] => [
  { id: 'person', title: 'Person', render: (event) => <Person {...event} /> },
  {
    id: 'flow',
    title: 'Flow',
    isWideOnly: true,
    render: ({ flow }) => (
      <Link to={`/flows/${flow.id}`} className={css.quiet} tabIndex={-1}>
        {flow.name}
      </Link>
    ),
  },
  ...(type === 'goal'
    ? [{ id: 'goal', title: 'Goal', isWideOnly: true, render: ({ goal }: FlowPersonEvent) => goal }]
    : []),
  {
    id: 'at',
    title: type === 'goal' ? 'Reached' : 'Entered',
    width: 190,
    align: 'right',
    render: ({ createdAt }) => exactly(createdAt),
  },
]
const COLUMNS = { entered: columnsOf('entered'), goal: columnsOf('goal') }

type Asked = { flowIds: number[]; type: 'entered' | 'goal' } & ReturnType<typeof metricsDays>

/** Mails the people to whoever asks, as a file. */
const SaveEvents = ({ asked }: { asked: Asked }) => {
  const { email } = useSignedIn()
  const save = useMutate(calls.exportFlowPeopleEvents, {
    success: ({ message }) => message,
    onDone: () => void forget(peopleContract.listPeopleJobs),
  })
  const isNobody = asked.flowIds.length === 0
  return (
    <SaveAsCsv
      says={isNobody ? NO_FLOWS : `A link to the file is mailed to ${email || 'you'}.`}
      isOff={isNobody}
      isPending={save.isPending}
      onSave={() => save.mutate({ query: { ...asked, ...(email && { notifyEmail: email }) } })}
    />
  )
}

const Nothing = ({ type, hasFlows }: { type: 'entered' | 'goal'; hasFlows: boolean }) =>
  hasFlows ? (
    <EmptyState
      icon={type === 'goal' ? <IconFlag size={24} /> : <IconRoute size={24} />}
      meaning={type === 'goal' ? 'goal' : 'action'}
      title={type === 'goal' ? 'Nobody reached the goal' : 'Nobody entered'}
      text="Not in these flows in these days. Try a longer time or other flows."
    />
  ) : (
    <EmptyState
      icon={<IconRoute size={24} />}
      title={NO_FLOWS}
      text="Choose the flows whose people you want to see above."
    />
  )

const Events = () => {
  const [address, setAddress] = useAddress(MetricsAddress)
  const { type } = address
  const mayExport = useMay('people:export')
  const asked: Asked = { flowIds: idsIn(address.flowsIds), type, ...metricsDays(address) }
  const { pages, first, isBefore, error, refetch, onEnd } = useEndless(calls.listFlowPeopleEvents, {
    query: { ...asked, limit: 100 },
  })
  const events = pages?.flatMap((page) => page.events)
  return (
    <WidePage>
      <PageHead
        title={TITLES[type]}
        back={{ to: metricsPath('/metrics/flows', address, { flowsIds: address.flowsIds }), label: 'All metrics' }}
      >
        {mayExport && <SaveEvents asked={asked} />}
      </PageHead>
      <FilterBar>
        <SegmentedControl
          aria-label="What they did"
          data={[
            { value: 'entered', label: 'Entered' },
            { value: 'goal', label: 'Reached the goal' },
          ]}
          value={type}
          onChange={(next) => setAddress({ type: next as 'entered' })}
        />
        <FlowPicker
          ids={asked.flowIds}
          none={NO_FLOWS}
          onChange={(next) => setAddress({ flowsIds: next.join(',') || undefined })}
        />
        <PeriodChoice address={address} onAddress={setAddress} />
        <Spacer />
        {first && first.total > 0 && (
          <span className={css.hint}>
            {type === 'goal' ? `${count(first.total)} reached` : plural(first.total, 'entry', 'entries')}
          </span>
        )}
      </FilterBar>
      <ListTable
        label={TITLES[type]}
        rows={isBefore ? undefined : events}
        error={error}
        onRetry={refetch}
        idOf={({ id }) => id}
        nameOf={({ person }) => person.name || person.email || 'Somebody'}
        columns={COLUMNS[type]}
        to={({ person, flow }) => addressOf(flow.objectType, person.id)}
        isSortedElsewhere
        onEnd={onEnd}
        empty={<Nothing type={type} hasFlows={asked.flowIds.length > 0} />}
      />
    </WidePage>
  )
}

/** People who entered flows or reached their goals. */
export default function FlowEvents() {
  return useMay('emailMetrics:read', 'flows:read', 'people:read') ? <Events /> : <NoMetrics title="Flow metrics" />
}
