import { SegmentedControl } from '@mantine/core'
import { deliveryContract as calls, type MailHours } from '@millrace/delivery/contract'
import { ErrorPanel, MetricsSection, Skeleton, useCall } from '@millrace/kit/web'
import type { mailAsked } from '../mailAddress.ts'
import { type Counting, clicked, opened } from '../mailShares.ts'
import type { DrawnHour } from './HourGrid.tsx'
import { HoursPanel } from './HoursPanel.tsx'
import css from './hours.module.css'
import type { Doing } from './hourWords.ts'

const TITLE = 'When they read'
const FAILED = "The hours couldn't be loaded."
const DOINGS = [
  { value: 'opens', label: 'Openings' },
  { value: 'clicks', label: 'Clicks' },
] as const
const MINUTE = 60_000

const drawn = ({ hours }: MailHours, doing: Doing, counting: Counting): DrawnHour[] => {
  const of = doing === 'opens' ? opened : clicked
  return hours.map((hour) => ({ ...hour, value: of(hour, counting) }))
}

type Props = {
  /** Which mail, in which days. */
  asked: ReturnType<typeof mailAsked>
  counting: Counting
  doing: Doing
  onDoing: (doing: Doing) => void
}

/** In which hours of the week mail is read, and when it is sent. Asked for by itself, so that no other figure waits for it. */
export default function ReadingHours({ asked, counting, doing, onDoing }: Props) {
  const { data, error, refetch } = useCall(
    calls.measureHours,
    { query: asked },
    { keepPrevious: true, everyMs: MINUTE },
  )
  const choice = (
    <SegmentedControl size="xs" aria-label="What readers did" data={[...DOINGS]} value={doing} onChange={onDoing} />
  )
  if (data)
    return (
      <HoursPanel
        title={TITLE}
        metrics={data.metrics}
        hours={drawn(data.metrics, doing, counting)}
        doing={doing}
        choice={choice}
      />
    )
  return (
    <MetricsSection title={TITLE} choices={choice}>
      {error ? (
        <ErrorPanel title={FAILED} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.loading} aria-busy="true">
          <Skeleton width={320} height={12} />
        </div>
      )}
    </MetricsSection>
  )
}
