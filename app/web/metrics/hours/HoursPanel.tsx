import type { MailHours } from '@millrace/delivery/contract'
import { ChartTable, csvOf, LookChoice, MetricsSection, TABLE } from '@millrace/kit/web'
import { IconGridDots } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { bestHours } from './bestHours.ts'
import { type DrawnHour, HourGrid } from './HourGrid.tsx'
import { HourLegend } from './HourLegend.tsx'
import css from './hours.module.css'
import { clockOf, cutSaid, type Doing, hourName, hoursSaid, WEEKDAYS } from './hourWords.ts'

const LOOKS = [{ value: 'grid', icon: IconGridDots, words: 'Week' }, TABLE]
const DONE: Record<Doing, string> = { opens: 'Openings', clicks: 'Clicks' }

const seriesOf = (hours: readonly DrawnHour[], doing: Doing) => [
  { id: doing, label: DONE[doing], color: '', values: hours.map(({ value }) => value) },
  { id: 'sent', label: 'Sent', color: '', values: hours.map(({ sent }) => sent) },
  { id: 'times', label: 'Times it came', color: '', values: hours.map(({ times }) => times) },
]

const csvFor = (hours: readonly DrawnHour[], doing: Doing) =>
  csvOf([
    ['Weekday', 'From', 'To', DONE[doing], 'Sent', 'Times it came'],
    ...hours.map(({ weekday, hour, value, sent, times }) => [
      WEEKDAYS[weekday - 1] ?? '',
      clockOf(hour),
      clockOf(hour + 1),
      value,
      sent,
      times,
    ]),
  ])

type Props = {
  title: string
  metrics: MailHours
  hours: readonly DrawnHour[]
  doing: Doing
  /** Of what readers did. */
  choice: ReactNode
}

/** The hours of the week: the best ones in words, all of them as a grid or a table, and as a file. */
export const HoursPanel = ({ title, metrics, hours, doing, choice }: Props) => {
  const [look, setLook] = useState('grid')
  const [read, sent] = useMemo(
    () => [bestHours(hours), bestHours(hours.map((hour) => ({ ...hour, value: hour.sent })))] as const,
    [hours],
  )
  const label = `${DONE[doing]} by hour of the week`
  return (
    <MetricsSection
      title={title}
      choices={
        <>
          {choice}
          <LookChoice
            looks={LOOKS}
            look={look}
            onLook={setLook}
            fileName={`email-hours-${metrics.startDate}-${metrics.endDate}`}
            csv={() => csvFor(hours, doing)}
          />
        </>
      }
    >
      <p className={css.said}>
        <b>{hoursSaid(read, sent, doing)}</b> {cutSaid(metrics.cutToDays)}
      </p>
      {look === 'table' ? (
        <ChartTable
          label={label}
          first="Hour"
          labels={hours.map(({ weekday, hour }) => ({ short: '', whole: hourName(weekday, hour) }))}
          series={seriesOf(hours, doing)}
          isLatestFirst={false}
        />
      ) : (
        <>
          <HourGrid hours={hours} doing={doing} best={read.is === 'best' ? read.hours : undefined} label={label} />
          <HourLegend hours={hours} doing={doing} hasBest={read.is === 'best'} />
        </>
      )}
    </MetricsSection>
  )
}
