import { Button, SegmentedControl } from '@mantine/core'
import { deliveryContract as calls, type MailMetrics } from '@millrace/delivery/contract'
import { type MetricGrain, MOST_DAYS } from '@millrace/kit/contract'
import {
  Banner,
  ChartPanel,
  EmptyState,
  ErrorPanel,
  idsIn,
  Link,
  metricsPath,
  NoMetrics,
  PageHead,
  PeriodChoice,
  Skeleton,
  Spacer,
  sentenceOf,
  useAddress,
  useCall,
  useMay,
  WidePage,
} from '@millrace/kit/web'
import { IconMail, IconUsers } from '@tabler/icons-react'
import { ClickMap } from './ClickMap.tsx'
import { EmailFigures } from './EmailFigures.tsx'
import { EmailFilters } from './EmailFilters.tsx'
import { EmailTable } from './EmailTable.tsx'
import { aboutOf, MailAddress, mailAsked } from './mailAddress.ts'
import { arrived, type Counting, clicked, opened } from './mailShares.ts'
import css from './metrics.module.css'

const TITLE = 'Email metrics'
const FAILED = 'Error while getting email stats.'

const seriesOf = ({ points, before }: MailMetrics, counting: Counting, only: string | undefined) => {
  const one = (of: (figures: MailMetrics['sum']) => number) => ({
    values: points.map(of),
    before: before?.points.map(of),
  })
  const all = [
    { id: 'delivered', label: 'Delivered', color: 'var(--c-action)', ...one(arrived) },
    { id: 'opened', label: 'Opened', color: 'var(--c-goal)', ...one((figures) => opened(figures, counting)) },
    { id: 'clicked', label: 'Clicked', color: 'var(--c-trigger)', ...one((figures) => clicked(figures, counting)) },
    { id: 'bounced', label: 'Bounced', color: 'var(--bad)', ...one(({ bounced }) => bounced) },
    { id: 'unsubscribed', label: 'Unsubscribed', color: 'var(--ink-3)', ...one(({ unsubscribed }) => unsubscribed) },
  ]
  const isShown = (id: string) => (only ? id === only : ['delivered', 'opened', 'clicked'].includes(id))
  return all.filter(({ id }) => isShown(id))
}

const Grains = ({ metrics, onChange }: { metrics: MailMetrics; onChange: (grain: MetricGrain) => void }) => {
  const days = (Date.parse(metrics.to) - Date.parse(metrics.from)) / 86_400_000
  const grains = [
    { value: 'hour' as const, label: 'Hour' },
    { value: 'day' as const, label: 'Day' },
    { value: 'week' as const, label: 'Week' },
  ].map((grain) => ({ ...grain, disabled: days > MOST_DAYS[grain.value] + 0.1 }))
  return <SegmentedControl size="xs" aria-label="By" data={grains} value={metrics.granularity} onChange={onChange} />
}

const Figures = () => {
  const [address, setAddress] = useAddress(MailAddress)
  const mayPeople = useMay('people:read')
  const counting: Counting = address.machines ? 'everything' : 'people'
  const query = { ...mailAsked(address), ...(address.granularity && { granularity: address.granularity }) }
  const { data, error, refetch } = useCall(
    calls.measureMail,
    { query },
    { keepPrevious: true, staleMs: 2_000, everyMs: 10_000 },
  )
  const metrics = data?.metrics
  const emailIds = idsIn(address.emailIds)
  const toEvents = (type: 'opened' | 'clicked') =>
    metricsPath('/metrics/emails/events', address, {
      ...aboutOf(address),
      type,
      ...(address.machines && { machines: 'true' }),
    })
  return (
    <WidePage>
      <PageHead title={TITLE}>
        <EmailFilters flowsIds={address.flowsIds} emailIds={address.emailIds} onChange={setAddress} />
        <PeriodChoice
          period={address.metricsPeriod}
          startDate={address.startDate}
          endDate={address.endDate}
          shown={metrics}
          onChange={({ period, ...dates }) =>
            setAddress({
              ...{ metricsPeriod: period, startDate: dates.startDate, endDate: dates.endDate },
              granularity: undefined,
            })
          }
        />
        <SegmentedControl
          aria-label="What is counted"
          style={{ alignSelf: 'center' }}
          data={[
            { value: 'people', label: 'People' },
            { value: 'everything', label: 'With machines' },
          ]}
          value={counting}
          onChange={(next) => setAddress({ machines: next === 'everything' ? 'true' : undefined })}
        />
      </PageHead>
      {error && metrics && <Banner tone="bad">{`${FAILED} ${sentenceOf(error)}`}</Banner>}
      {error && !metrics && <ErrorPanel title={FAILED} error={error} onRetry={() => void refetch()} />}
      {(metrics || !error) && <EmailFigures metrics={metrics} counting={counting} />}
      {!metrics && !error && (
        <section className={css.section} aria-busy="true" aria-label="Loading" style={{ height: 356, padding: 16 }}>
          <Skeleton width={120} height={14} />
        </section>
      )}
      {metrics && metrics.emails.length === 0 && (
        <EmptyState
          icon={<IconMail size={26} />}
          title="No email was sent in these days"
          text="What is sent is counted from the moment it leaves: who got it, opened it, clicked it, and who wants no more."
          example="Of 1,000 who were sent “Welcome”, 512 opened and 118 clicked."
        >
          <Button component={Link} to="/emails">
            Go to emails
          </Button>
        </EmptyState>
      )}
      {metrics && metrics.emails.length > 0 && (
        <>
          <ChartPanel
            title="Over time"
            starts={metrics.points.map(({ at }) => at)}
            grain={metrics.granularity}
            zone={metrics.timezone}
            series={seriesOf(metrics, counting, address.metricName)}
            fileName={`email-metrics-${metrics.startDate}-${metrics.endDate}`}
            nothing="No email was sent in these days."
          >
            <Grains metrics={metrics} onChange={(granularity) => setAddress({ granularity })} />
          </ChartPanel>
          <EmailTable
            emails={metrics.emails}
            counting={counting}
            to={(id) =>
              metricsPath('/metrics/emails', address, {
                ...aboutOf(address),
                ...(address.machines && { machines: 'true' }),
                emailIds: id > 0 ? String(id) : undefined,
              })
            }
          />
          <ClickMap
            links={metrics.links}
            emailId={emailIds.length === 1 ? emailIds[0] : undefined}
            counting={counting}
          />
          <div className={css.foot}>
            {mayPeople && (
              <>
                <Button
                  component={Link}
                  to={toEvents('opened')}
                  variant="default"
                  size="xs"
                  leftSection={<IconUsers size={14} aria-hidden />}
                >
                  Who opened
                </Button>
                <Button component={Link} to={toEvents('clicked')} variant="default" size="xs">
                  Who clicked
                </Button>
              </>
            )}
            <Spacer />
            <span>
              {counting === 'people'
                ? 'Each person counts once a mail; scanners and other machines are left out.'
                : 'Every opening and click counts, those of scanners and other machines too.'}{' '}
              Times in {metrics.timezone.replaceAll('_', ' ')}.
            </span>
          </div>
        </>
      )}
    </WidePage>
  )
}

/** Figures of mail over time: who got, opened and clicked it, compared with the time before. */
export default function EmailMetrics() {
  return useMay('emailMetrics:read') ? <Figures /> : <NoMetrics title={TITLE} />
}
