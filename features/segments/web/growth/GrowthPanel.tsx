import { SegmentedControl } from '@mantine/core'
import { count, ErrorPanel, plural, Skeleton, useCall } from '@millrace/kit/web'
import { useState } from 'react'
import { type GrowthDay, type Segment, segmentsContract } from '../../contract/index.ts'
import { useKindWords } from '../builder/kindWords.ts'
import { GrowthChart } from './GrowthChart.tsx'
import css from './growth.module.css'

const PERIODS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

const signed = (value: number) => (value > 0 ? `+${count(value)}` : count(value))

const totalsOf = (days: readonly GrowthDay[]) => ({
  entered: days.reduce((sum, { entered }) => sum + entered, 0),
  left: days.reduce((sum, { left }) => sum + left, 0),
})

const Totals = ({ days }: { days: readonly GrowthDay[] }) => {
  const { entered, left } = totalsOf(days)
  const isRebuilt = days.some((day) => day.isRebuilt)
  return (
    <p className={css.totals}>
      <span>
        <i data-of="entered" /> {count(entered)} entered
      </span>
      <span>
        <i data-of="left" /> {count(left)} left
      </span>
      <span>{signed(entered - left)} in all</span>
      {isRebuilt && (
        <span>
          <i data-of="rebuilt" /> conditions changed
        </span>
      )}
    </p>
  )
}

const Table = ({ days }: { days: readonly GrowthDay[] }) => (
  <div className={css.scroll}>
    <table className={css.table}>
      <caption className="visually-hidden">Growth of the segment day by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Entered</th>
          <th scope="col">Left</th>
          <th scope="col">Size</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, entered, left, size, isRebuilt }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td>{entered ? count(entered) : '—'}</td>
            <td>{left ? count(left) : '—'}</td>
            <td>
              {count(size)}
              {isRebuilt && <span className="visually-hidden"> (conditions changed)</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** How a segment grew: its size as an area, who entered and left as bars, and the same figures as a table. */
const GrowthPanel = ({ segment }: { segment: Segment }) => {
  const [days, setDays] = useState('90')
  const [look, setLook] = useState('chart')
  const { one, many } = useKindWords(segment.objectName)
  const { data, error, refetch } = useCall(
    segmentsContract.segmentGrowth,
    { params: { id: segment.id }, query: { days: Number(days) } },
    { keepPrevious: true, staleMs: 5_000 },
  )
  return (
    <section className={css.panel} aria-label={`Growth of ${segment.name}`}>
      <div className={css.head}>
        <h2>Growth</h2>
        {data && <Totals days={data.days} />}
        <span className={css.choices}>
          <SegmentedControl size="xs" aria-label="Period" data={PERIODS} value={days} onChange={setDays} />
          <SegmentedControl
            size="xs"
            aria-label="Show as"
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            value={look}
            onChange={setLook}
          />
        </span>
      </div>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton height={150} />}
      {data && look === 'table' && <Table days={data.days} />}
      {data && look === 'chart' && data.days.length > 1 && <GrowthChart days={data.days} />}
      {data && look === 'chart' && data.days.length <= 1 && (
        <p className={css.young}>{plural(segment.count, one, many)} today. The chart begins with the second day.</p>
      )}
    </section>
  )
}

export default GrowthPanel
