import { Select, TextInput } from '@mantine/core'
import type { MetricPeriod } from '../../contract/metrics.ts'
import css from './charts.module.css'

const NAMES: Record<MetricPeriod, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  last90Days: 'Last 90 days',
  thisWeek: 'This week',
  lastWeek: 'Last week',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisQuarter: 'This quarter',
  lastQuarter: 'Last quarter',
  thisYear: 'This year',
  lastYear: 'Last year',
  allTime: 'All time',
  custom: 'Custom',
}
const OPTIONS = Object.entries(NAMES).map(([value, label]) => ({ value, label }))

type Dates = { metricsPeriod: MetricPeriod; startDate: string | undefined; endDate: string | undefined }
type Props = {
  /** What is asked about: its days stand in the address. */
  address: Partial<Dates> & Pick<Dates, 'metricsPeriod'>
  /** The days that are shown now: what a custom stretch begins with. */
  shown?: { startDate: string; endDate: string } | undefined
  onAddress: (dates: Dates) => void
}

/** Which days figures are of: a stretch by its name, or two dates. */
export const PeriodChoice = ({ address, shown, onAddress }: Props) => {
  const { metricsPeriod: period, startDate, endDate } = address
  const set = (dates: { startDate?: string; endDate?: string }) =>
    onAddress({ metricsPeriod: period, startDate, endDate, ...dates })
  const choose = (next: string | null) => {
    if (!next) return
    const dates = next === 'custom' ? shown : undefined
    onAddress({ metricsPeriod: next as MetricPeriod, startDate: dates?.startDate, endDate: dates?.endDate })
  }
  return (
    <span className={css.period}>
      <Select
        aria-label="Period"
        data={OPTIONS}
        value={period}
        onChange={choose}
        allowDeselect={false}
        w={150}
        maxDropdownHeight={420}
      />
      {period === 'custom' && (
        <>
          <TextInput
            type="date"
            aria-label="First day"
            max={endDate}
            value={startDate ?? ''}
            onChange={(event) => set({ startDate: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            aria-label="Last day"
            min={startDate}
            value={endDate ?? ''}
            onChange={(event) => set({ endDate: event.currentTarget.value })}
          />
        </>
      )}
    </span>
  )
}
