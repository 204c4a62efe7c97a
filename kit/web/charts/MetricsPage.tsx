import { Button, SegmentedControl } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type MetricGrain, type MetricPeriod, MOST_DAYS } from '../../contract/index.ts'
import type { ApiError } from '../client.ts'
import { sentenceOf } from '../client.ts'
import { Link } from '../navigation.tsx'
import { Skeleton } from '../parts/Marks.tsx'
import { PageHead, Spacer, WidePage } from '../parts/Page.tsx'
import { Banner, ErrorPanel } from '../parts/States.tsx'
import { useMay } from '../signedIn.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import type { ChartSeries } from './chartSeries.ts'
import css from './charts.module.css'
import look from './metrics.module.css'
import { PeriodChoice } from './PeriodChoice.tsx'

/** What all answers with figures over time say about their time. */
type Measured = {
  from: string
  to: string
  startDate: string
  endDate: string
  timezone: string
  granularity: MetricGrain
  points: readonly { at: string }[]
}

type Dates = { metricsPeriod: MetricPeriod; startDate?: string | undefined; endDate?: string | undefined }

type PageProps = {
  title: string
  sub?: ReactNode
  /** What the figures are asked of: its days stand in the address. */
  address: Dates
  onAddress: (dates: Dates & { granularity: undefined }) => void
  /** What else is chosen above: before and behind the days. */
  about: ReactNode
  choices?: ReactNode
  metrics: Measured | undefined
  error: ApiError | null
  onRetry: () => void
  failed: string
  /** The strip of figures; it keeps its shape while they come. */
  figures: ReactNode
  /** What there is to see once they are there. */
  children: ReactNode
}

/** A page of figures over time: what they are of, the days, and what is shown while they come or fail. */
export const MetricsPage = (props: PageProps) => {
  const { title, sub, address, onAddress, metrics, error, failed } = props
  return (
    <WidePage>
      <PageHead title={title} sub={sub}>
        {props.about}
        <PeriodChoice
          address={address}
          shown={metrics}
          onAddress={(dates) => onAddress({ ...dates, granularity: undefined })}
        />
        {props.choices}
      </PageHead>
      {error && metrics && <Banner tone="bad">{`${failed} ${sentenceOf(error)}`}</Banner>}
      {error && !metrics && <ErrorPanel title={failed} error={error} onRetry={props.onRetry} />}
      {(metrics || !error) && props.figures}
      {!metrics && !error && (
        <section className={`${css.panel} ${look.loading}`} aria-busy="true" aria-label="Loading">
          <Skeleton width={120} height={14} />
        </section>
      )}
      {metrics && props.children}
    </WidePage>
  )
}

const DAY_MS = 86_400_000
const GRAINS = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
] as const

type ChartProps = {
  metrics: Measured
  series: readonly ChartSeries[]
  /** How a saved file begins: `flow-metrics`. */
  name: string
  nothing: string
  onGrain: (granularity: MetricGrain) => void
}

/** The figures over time, with a choice of how finely. */
export const MetricsChart = ({ metrics, series, name, nothing, onGrain }: ChartProps) => {
  const days = (Date.parse(metrics.to) - Date.parse(metrics.from)) / DAY_MS
  const grains = GRAINS.map((grain) => ({ ...grain, disabled: days > MOST_DAYS[grain.value] + 0.1 }))
  return (
    <ChartPanel
      title="Over time"
      starts={metrics.points.map(({ at }) => at)}
      grain={metrics.granularity}
      zone={metrics.timezone}
      series={series}
      fileName={`${name}-${metrics.startDate}-${metrics.endDate}`}
      nothing={nothing}
    >
      <SegmentedControl size="xs" aria-label="By" data={grains} value={metrics.granularity} onChange={onGrain} />
    </ChartPanel>
  )
}

type FootProps = {
  /** To those who were counted: shown to whoever may see people. */
  links: readonly { to: string; label: string }[]
  zone: string
  children?: ReactNode
}

/** What stands below figures: the way to those who were counted, and how it was counted. */
export const MetricsFoot = ({ links, zone, children }: FootProps) => {
  const mayPeople = useMay('people:read')
  return (
    <div className={look.foot}>
      {(mayPeople ? links : []).map(({ to, label }, index) => (
        <Button
          key={to}
          component={Link}
          to={to}
          variant="default"
          size="xs"
          leftSection={index === 0 && <IconUsers size={14} aria-hidden />}
        >
          {label}
        </Button>
      ))}
      <Spacer />
      <span>
        {children} Times in {zone.replaceAll('_', ' ')}.
      </span>
    </div>
  )
}
