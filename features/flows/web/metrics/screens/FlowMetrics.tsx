import { Button } from '@mantine/core'
import {
  EmptyState,
  idsIn,
  Link,
  MetricsChart,
  MetricsFoot,
  MetricsPage,
  metricsDays,
  metricsPath,
  NoMetrics,
  useAddress,
  useCall,
  useMay,
} from '@millrace/kit/web'
import { IconRoute } from '@tabler/icons-react'
import { lazy, Suspense, useCallback } from 'react'
import { flowsContract as calls, type FlowMetrics as Metrics } from '../../../contract/index.ts'
import { MetricsAddress } from '../address.ts'
import { FlowPicker } from '../FlowPicker.tsx'
import { FlowTable } from '../FlowTable.tsx'
import { MetricFigures } from '../MetricFigures.tsx'
import { useUniques } from '../useUniques.ts'

const FlowFunnel = lazy(() => import('../FlowFunnel.tsx'))

const TITLE = 'Flow metrics'
const FAILED = 'Error while loading flow metrics.'
/** More would make the address of the list of people too long. */
const MOST_LISTED = 200

const seriesOf = ({ points, before }: Metrics) => {
  const one = (name: 'entered' | 'reachedGoal') => ({
    values: points.map((point) => point[name]),
    before: before?.points.map((point) => point[name]),
  })
  return [
    { id: 'entered', label: 'Entered', color: 'var(--c-action)', ...one('entered') },
    { id: 'goal', label: 'Reached a goal', color: 'var(--c-goal)', ...one('reachedGoal') },
  ]
}

const nothing = (areNamed: boolean) => (
  <EmptyState
    icon={<IconRoute size={26} />}
    title={areNamed ? 'These flows are gone' : 'No flow yet'}
    text="Who enters a flow and who reaches its goal is counted from the moment that it is switched on."
    example="Of 120 who began a trial last month 34 paid: a goal rate of 28.3%."
  >
    <Button component={Link} to="/flows">
      Go to flows
    </Button>
  </EmptyState>
)

/** Whom the figures count: those who did it, most at the front. */
const whom = (metrics: Metrics | undefined, ids: readonly number[], of: 'entered' | 'reachedGoal') => {
  if (ids.length) return ids.join(',')
  const flows = (metrics?.flows ?? []).filter(({ sum }) => sum[of] > 0)
  return flows
    .toSorted((a, b) => b.sum[of] - a.sum[of])
    .slice(0, MOST_LISTED)
    .map(({ id }) => id)
    .join(',')
}

const Figures = () => {
  const [address, setAddress] = useAddress(MetricsAddress)
  const ids = idsIn(address.flowsIds)
  const days = metricsDays(address)
  const query = {
    ...days,
    ...(ids.length && { flowIds: ids }),
    ...(address.granularity && { granularity: address.granularity }),
  }
  const { data, error, refetch } = useCall(
    calls.measureFlows,
    { query },
    { keepPrevious: true, staleMs: 5_000, everyMs: 15_000 },
  )
  const metrics = data?.metrics
  const uniques = useUniques(
    metrics && {
      flowIds: metrics.flows.map(({ id }) => id),
      startDate: metrics.startDate,
      endDate: metrics.endDate,
      timezone: metrics.timezone,
    },
  )
  const { metricsPeriod, startDate, endDate } = address
  const only = useCallback(
    (id: number) =>
      metricsPath(
        '/metrics/flows',
        { metricsPeriod, ...(startDate && { startDate }), ...(endDate && { endDate }) },
        { flowsIds: String(id) },
      ),
    [metricsPeriod, startDate, endDate],
  )
  const toPeople = (type: 'entered' | 'goal') =>
    metricsPath('/metrics/flows/events', address, {
      type,
      flowsIds: whom(metrics, ids, type === 'goal' ? 'reachedGoal' : 'entered'),
    })
  const [one] = metrics?.flows ?? []
  const isOne = ids.length === 1 && metrics?.flows.length === 1
  const shown = (of: Metrics) => (
    <>
      <MetricsChart
        metrics={of}
        series={seriesOf(of)}
        name="flow-metrics"
        nothing="Nobody entered in these days."
        onGrain={(granularity) => setAddress({ granularity })}
      />
      {isOne && one ? (
        <Suspense fallback={null}>
          <FlowFunnel flowId={one.id} days={days} />
        </Suspense>
      ) : (
        <FlowTable flows={of.flows} people={uniques.of} isCounting={uniques.isPending} to={only} />
      )}
      <MetricsFoot
        links={[
          { to: toPeople('entered'), label: 'Who entered' },
          { to: toPeople('goal'), label: 'Who reached the goal' },
        ]}
        zone={of.timezone}
      />
    </>
  )
  return (
    <MetricsPage
      title={TITLE}
      sub={isOne && one && <Link to={`/flows/${one.id}`}>{one.name}</Link>}
      address={address}
      onAddress={setAddress}
      about={
        <FlowPicker
          ids={ids}
          none="All flows"
          onChange={(next) => setAddress({ flowsIds: next.join(',') || undefined })}
        />
      }
      metrics={metrics}
      error={error}
      onRetry={() => void refetch()}
      failed={FAILED}
      figures={<MetricFigures metrics={metrics} uniques={uniques} />}
    >
      {metrics && (metrics.flows.length ? shown(metrics) : nothing(ids.length > 0))}
    </MetricsPage>
  )
}

/** Figures of flows over time: who entered, who reached a goal, compared with the time before. */
export default function FlowMetrics() {
  return useMay('emailMetrics:read', 'flows:read') ? <Figures /> : <NoMetrics title={TITLE} />
}
