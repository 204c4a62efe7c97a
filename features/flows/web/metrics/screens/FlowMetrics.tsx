import { Button, SegmentedControl } from '@mantine/core'
import { type MetricGrain, MOST_DAYS } from '@millrace/kit/contract'
import {
  Banner,
  ChartPanel,
  EmptyState,
  ErrorPanel,
  idsIn,
  Link,
  metricsDays,
  metricsPath,
  NoMetrics,
  PageHead,
  PeriodChoice,
  Skeleton,
  sentenceOf,
  useAddress,
  useCall,
  useMay,
  WidePage,
} from '@millrace/kit/web'
import { IconRoute, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useCallback } from 'react'
import { flowsContract as calls, type FlowMetrics as Metrics } from '../../../contract/index.ts'
import { MetricsAddress } from '../address.ts'
import { FlowPicker } from '../FlowPicker.tsx'
import { FlowTable } from '../FlowTable.tsx'
import { MetricFigures } from '../MetricFigures.tsx'
import css from '../metrics.module.css'
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

const Grains = ({ metrics, onChange }: { metrics: Metrics; onChange: (grain: MetricGrain) => void }) => {
  const days = (Date.parse(metrics.to) - Date.parse(metrics.from)) / 86_400_000
  const grains = [
    { value: 'hour' as const, label: 'Hour' },
    { value: 'day' as const, label: 'Day' },
    { value: 'week' as const, label: 'Week' },
  ].map((grain) => ({ ...grain, disabled: days > MOST_DAYS[grain.value] + 0.1 }))
  return <SegmentedControl size="xs" aria-label="By" data={grains} value={metrics.granularity} onChange={onChange} />
}

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
  const mayPeople = useMay('people:read')
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
  return (
    <WidePage>
      <PageHead title={TITLE} {...(isOne && one && { sub: <Link to={`/flows/${one.id}`}>{one.name}</Link> })}>
        <FlowPicker
          ids={ids}
          none="All flows"
          onChange={(next) => setAddress({ flowsIds: next.join(',') || undefined })}
        />
        <PeriodChoice
          period={metricsPeriod}
          startDate={startDate}
          endDate={endDate}
          shown={metrics}
          onChange={({ period, ...dates }) =>
            setAddress({
              metricsPeriod: period,
              startDate: dates.startDate,
              endDate: dates.endDate,
              granularity: undefined,
            })
          }
        />
      </PageHead>
      {error && metrics && <Banner tone="bad">{`${FAILED} ${sentenceOf(error)}`}</Banner>}
      {error && !metrics && <ErrorPanel title={FAILED} error={error} onRetry={() => void refetch()} />}
      {(metrics || !error) && <MetricFigures metrics={metrics} uniques={uniques} />}
      {!metrics && !error && (
        <section className={css.section} aria-busy="true" aria-label="Loading" style={{ height: 356, padding: 16 }}>
          <Skeleton width={120} height={14} />
        </section>
      )}
      {metrics && metrics.flows.length === 0 && (
        <EmptyState
          icon={<IconRoute size={26} />}
          title={ids.length ? 'These flows are gone' : 'No flow yet'}
          text="Who enters a flow and who reaches its goal is counted from the moment that it is switched on."
          example="Of 120 who began a trial last month 34 paid: a goal rate of 28.3%."
        >
          <Button component={Link} to="/flows">
            Go to flows
          </Button>
        </EmptyState>
      )}
      {metrics && metrics.flows.length > 0 && (
        <>
          <ChartPanel
            title="Over time"
            starts={metrics.points.map(({ at }) => at)}
            grain={metrics.granularity}
            zone={metrics.timezone}
            series={seriesOf(metrics)}
            fileName={`flow-metrics-${metrics.startDate}-${metrics.endDate}`}
            nothing="Nobody entered in these days."
          >
            <Grains metrics={metrics} onChange={(granularity) => setAddress({ granularity })} />
          </ChartPanel>
          {isOne && one ? (
            <Suspense fallback={null}>
              <FlowFunnel flowId={one.id} days={days} />
            </Suspense>
          ) : (
            <FlowTable flows={metrics.flows} people={uniques.of} isCounting={uniques.isPending} to={only} />
          )}
          <div className={css.foot}>
            {mayPeople && (
              <>
                <Button
                  component={Link}
                  to={toPeople('entered')}
                  variant="default"
                  size="xs"
                  leftSection={<IconUsers size={14} aria-hidden />}
                >
                  Who entered
                </Button>
                <Button component={Link} to={toPeople('goal')} variant="default" size="xs">
                  Who reached the goal
                </Button>
              </>
            )}
            <span>Times in {metrics.timezone.replaceAll('_', ' ')}.</span>
          </div>
        </>
      )}
    </WidePage>
  )
}

/** Figures of flows over time: who entered, who reached a goal, compared with the time before. */
export default function FlowMetrics() {
  return useMay('emailMetrics:read', 'flows:read') ? <Figures /> : <NoMetrics title={TITLE} />
}
