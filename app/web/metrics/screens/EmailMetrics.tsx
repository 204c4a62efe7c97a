import { Button, SegmentedControl } from '@mantine/core'
import { arrivedOf, deliveryContract as calls, type MailEventType, type MailMetrics } from '@millrace/delivery/contract'
import {
  EmptyState,
  idsIn,
  Link,
  MetricsChart,
  MetricsFoot,
  MetricsPage,
  metricsPath,
  NoMetrics,
  useAddress,
  useCall,
  useMay,
} from '@millrace/kit/web'
import { IconMail } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { ClickMap } from '../ClickMap.tsx'
import { EmailFigures } from '../EmailFigures.tsx'
import { EmailFilters } from '../EmailFilters.tsx'
import { EmailTable } from '../EmailTable.tsx'
import { aboutOf, MailAddress, mailAsked } from '../mailAddress.ts'
import { type Counting, clicked, opened } from '../mailShares.ts'

const ReadingHours = lazy(() => import('../hours/ReadingHours.tsx'))

const TITLE = 'Email metrics'
const FAILED = 'Error while getting email stats.'

const COUNTED: Record<Counting, string> = {
  people: 'Each person counts once a mail; scanners and other machines are left out.',
  everything: 'Every opening and click counts, those of scanners and other machines too.',
}

/** Figures whose people are shown where there are any. */
const RARE = [
  { type: 'bounced', label: 'Whose email bounced' },
  { type: 'unsubscribed', label: 'Who unsubscribed' },
  { type: 'complained', label: 'Who complained' },
] as const

const NOTHING = (
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
)

const seriesOf = ({ points, before }: MailMetrics, counting: Counting, only: string | undefined) => {
  const one = (of: (figures: MailMetrics['sum']) => number) => ({
    values: points.map(of),
    before: before?.points.map(of),
  })
  const all = [
    { id: 'delivered', label: 'Delivered', color: 'var(--c-action)', ...one(arrivedOf) },
    { id: 'opened', label: 'Opened', color: 'var(--c-goal)', ...one((figures) => opened(figures, counting)) },
    { id: 'clicked', label: 'Clicked', color: 'var(--c-trigger)', ...one((figures) => clicked(figures, counting)) },
    { id: 'bounced', label: 'Bounced', color: 'var(--neg)', ...one(({ bounced }) => bounced) },
    { id: 'unsubscribed', label: 'Unsubscribed', color: 'var(--ink-3)', ...one(({ unsubscribed }) => unsubscribed) },
  ]
  const isShown = (id: string) => (only ? id === only : ['delivered', 'opened', 'clicked'].includes(id))
  return all.filter(({ id }) => isShown(id))
}

const Figures = () => {
  const [address, setAddress] = useAddress(MailAddress)
  const counting: Counting = address.machines ? 'everything' : 'people'
  const query = { ...mailAsked(address), ...(address.granularity && { granularity: address.granularity }) }
  const { data, error, refetch } = useCall(
    calls.measureMail,
    { query },
    { keepPrevious: true, staleMs: 2_000, everyMs: 10_000 },
  )
  const metrics = data?.metrics
  const emailIds = idsIn(address.emailIds)
  const toEvents = (type: MailEventType) =>
    metricsPath('/metrics/emails/events', address, {
      ...aboutOf(address),
      type,
      ...(address.machines && { machines: 'true' }),
    })
  const shown = (of: MailMetrics) => (
    <>
      <MetricsChart
        metrics={of}
        series={seriesOf(of, counting, address.metricName)}
        name="email-metrics"
        nothing="No email was sent in these days."
        onGrain={(granularity) => setAddress({ granularity })}
      />
      <Suspense>
        <ReadingHours
          asked={mailAsked(address)}
          counting={counting}
          doing={address.hoursOf ?? 'opens'}
          onDoing={(doing) => setAddress({ hoursOf: doing === 'clicks' ? doing : undefined })}
        />
      </Suspense>
      <EmailTable
        emails={of.emails}
        counting={counting}
        to={(id) =>
          metricsPath('/metrics/emails', address, {
            ...aboutOf(address),
            ...(address.machines && { machines: 'true' }),
            emailIds: id > 0 ? String(id) : undefined,
          })
        }
      />
      <ClickMap links={of.links} emailId={emailIds.length === 1 ? emailIds[0] : undefined} counting={counting} />
      <MetricsFoot
        links={[
          { to: toEvents('opened'), label: 'Who opened' },
          { to: toEvents('clicked'), label: 'Who clicked' },
          ...RARE.filter(({ type }) => of.sum[type] > 0).map(({ type, label }) => ({ to: toEvents(type), label })),
        ]}
        zone={of.timezone}
      >
        {COUNTED[counting]}
      </MetricsFoot>
    </>
  )
  return (
    <MetricsPage
      title={TITLE}
      address={address}
      onAddress={setAddress}
      about={<EmailFilters said={address} onChange={setAddress} />}
      choices={
        <SegmentedControl
          aria-label="What is counted"
          data={[
            { value: 'people', label: 'People' },
            { value: 'everything', label: 'With machines' },
          ]}
          value={counting}
          onChange={(next) => setAddress({ machines: next === 'everything' ? 'true' : undefined })}
        />
      }
      metrics={metrics}
      error={error}
      onRetry={() => void refetch()}
      failed={FAILED}
      figures={<EmailFigures metrics={metrics} counting={counting} />}
    >
      {metrics && (metrics.emails.length ? shown(metrics) : NOTHING)}
    </MetricsPage>
  )
}

/** Figures of mail over time: who got, opened and clicked it, compared with the time before. */
export default function EmailMetrics() {
  return useMay('emailMetrics:read') ? <Figures /> : <NoMetrics title={TITLE} />
}
