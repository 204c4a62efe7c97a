import { Switch } from '@mantine/core'
import { IconChartAreaLine, IconChartBar } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Chart, type ChartLook } from './Chart.tsx'
import { ChartTable } from './ChartTable.tsx'
import { chartCsv } from './chartCsv.ts'
import type { ChartSeries } from './chartSeries.ts'
import css from './charts.module.css'
import { LookChoice, TABLE } from './LookChoice.tsx'
import { type ChartGrain, timeLabels } from './timeLabels.ts'

type Props = {
  /** What it shows: "People in flows". */
  title: string
  /** When the slices begin. */
  starts: readonly string[]
  grain: ChartGrain
  zone: string
  series: readonly ChartSeries[]
  /** How a saved file is called, without its end. */
  fileName: string
  nothing?: string
  /** Further choices in its head. */
  children?: ReactNode
}

const SLICES: Record<ChartGrain, string> = { hour: 'Hour', day: 'Day', week: 'Week' }
const LOOKS = [
  { value: 'area', icon: IconChartAreaLine, words: 'Areas' },
  { value: 'bars', icon: IconChartBar, words: 'Bars' },
  TABLE,
]

type LegendProps = { series: readonly ChartSeries[]; hidden: ReadonlySet<string>; onToggle: (id: string) => void }

const Legend = ({ series, hidden, onToggle }: LegendProps) => (
  <fieldset className={css.legend}>
    <legend className="visually-hidden">What is shown</legend>
    {series.map(({ id, label, color }) => (
      <button type="button" key={id} aria-pressed={!hidden.has(id)} onClick={() => onToggle(id)}>
        <i style={{ background: color }} />
        {label}
      </button>
    ))}
  </fieldset>
)

/** A chart over time with its legend, its numbers as a table and as a file, and the time before to compare. */
export const ChartPanel = ({ title, starts, grain, zone, series, fileName, nothing, children }: Props) => {
  const [look, setLook] = useState<string>('area')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const hasBefore = series.some(({ before }) => before)
  const [isCompared, setCompared] = useState(true)
  const labels = useMemo(() => timeLabels(starts, grain, zone), [starts, grain, zone])
  const shown = series
    .filter(({ id }) => !hidden.has(id))
    .map((one) => (isCompared ? one : { ...one, before: undefined }))
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id) && next.size < series.length - 1) next.add(id)
    setHidden(next)
  }
  const about = { label: `${title} by ${SLICES[grain].toLowerCase()}`, labels, series: shown }
  return (
    <section className={css.panel} aria-label={title}>
      <div className={css.head}>
        <h2>{title}</h2>
        <Legend series={series} hidden={hidden} onToggle={toggle} />
        {hasBefore && (
          <Switch
            size="xs"
            label="Compare with the time before"
            checked={isCompared}
            onChange={(event) => setCompared(event.currentTarget.checked)}
          />
        )}
        <span className={css.choices}>
          {children}
          <LookChoice
            looks={LOOKS}
            look={look}
            onLook={setLook}
            fileName={fileName}
            csv={() => chartCsv(SLICES[grain], labels, starts, shown)}
          />
        </span>
      </div>
      {look === 'table' ? (
        <ChartTable {...about} first={SLICES[grain]} />
      ) : (
        <Chart {...about} look={look as ChartLook} {...(nothing && { nothing })} />
      )}
    </section>
  )
}
