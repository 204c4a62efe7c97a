import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { count, shortCount } from '../format.ts'
import { type ChartSeries, changeOf, highestOf } from './chartSeries.ts'
import css from './charts.module.css'
import { areaUnder, labelsShown, type Spot, smoothLine, ticksTo } from './shape.ts'
import type { ChartLabel } from './timeLabels.ts'

/** How the values are drawn. */
export type ChartLook = 'area' | 'bars'

type Props = {
  /** What it shows, for those who cannot see it: "People in flows by day". */
  label: string
  labels: readonly ChartLabel[]
  series: readonly ChartSeries[]
  look?: ChartLook
  height?: number
  /** Said where all values are 0. */
  nothing?: string
}

const PAD = { left: 52, right: 12, top: 12, bottom: 28 }
/** About how wide a letter below the chart is. */
const LETTER = 6.4

const useWidth = () => {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!ref.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(ref.current)
    return () => watch.disconnect()
  }, [])
  return { ref, width }
}

type Plane = {
  width: number
  height: number
  ticks: number[]
  x: (index: number) => number
  y: (value: number) => number
  slot: number
}

const planeOf = (width: number, height: number, points: number, most: number, look: ChartLook): Plane => {
  const ticks = ticksTo(most)
  const [inner, tall] = [Math.max(1, width - PAD.left - PAD.right), height - PAD.top - PAD.bottom]
  const slot = inner / Math.max(1, points)
  const step = look === 'bars' || points < 2 ? slot : inner / (points - 1)
  const from = PAD.left + (look === 'bars' || points < 2 ? slot / 2 : 0)
  const top = ticks.at(-1) ?? 1
  return {
    width,
    height,
    ticks,
    slot,
    x: (index) => from + index * step,
    y: (value) => PAD.top + tall * (1 - value / top),
  }
}

const Scale = ({ plane, labels }: { plane: Plane; labels: readonly ChartLabel[] }) => {
  const room = 16 + LETTER * labels.reduce((most, { short }) => Math.max(most, short.length), 0)
  const every = labelsShown(labels.length, plane.width - PAD.left - PAD.right, room)
  return (
    <g>
      {plane.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={css.grid}
            x1={PAD.left}
            x2={plane.width - PAD.right}
            y1={plane.y(tick)}
            y2={plane.y(tick)}
            data-ground={tick === 0 || undefined}
          />
          <text className={css.tick} x={PAD.left - 10} y={plane.y(tick)} dy="0.35em" textAnchor="end">
            {tick >= 100_000 ? shortCount(tick) : count(tick)}
          </text>
        </g>
      ))}
      {labels.map(({ short, whole }, index) =>
        index % every === 0 ? (
          <text
            className={css.tick}
            key={whole}
            x={plane.x(index)}
            y={plane.height - 8}
            textAnchor={anchorOf(plane, index)}
          >
            {short}
          </text>
        ) : null,
      )}
    </g>
  )
}

const anchorOf = (plane: Plane, index: number) => {
  if (plane.x(index) + 28 > plane.width) return 'end'
  return plane.x(index) < PAD.left + 4 ? 'start' : 'middle'
}

const spotsOf = (plane: Plane, values: readonly number[]): Spot[] =>
  values.map((value, index) => [plane.x(index), plane.y(value)])

const Areas = ({ plane, series, id }: { plane: Plane; series: readonly ChartSeries[]; id: string }) => (
  <g>
    {series.map(({ id: name, color, values, before }) => (
      <g key={name} style={{ '--line-color': color } as CSSProperties}>
        <linearGradient id={`${id}-${name}`} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor={color} stopOpacity="0.16" />
          <stop offset="1" stopColor={color} stopOpacity="0.01" />
        </linearGradient>
        {before && <path className={css.before} d={smoothLine(spotsOf(plane, before.slice(0, values.length)))} />}
        <path d={areaUnder(spotsOf(plane, values), plane.y(0))} fill={`url(#${id}-${name})`} />
        <path className={css.line} d={smoothLine(spotsOf(plane, values))} />
        {values.length === 1 && <circle className={css.dot} cx={plane.x(0)} cy={plane.y(values[0] ?? 0)} r="4" />}
      </g>
    ))}
  </g>
)

const Bars = ({ plane, series }: { plane: Plane; series: readonly ChartSeries[] }) => {
  const room = Math.min(44, plane.slot * 0.72)
  const wide = Math.max(1, room / Math.max(1, series.length) - 1)
  return (
    <g>
      {series.map(({ id, color, values, before }, at) => (
        <g key={id} style={{ '--line-color': color } as CSSProperties}>
          {values.map((value, index) => {
            const x = plane.x(index) - room / 2 + at * (room / series.length)
            const was = before?.[index]
            return (
              <g key={index}>
                {value > 0 && (
                  <rect
                    className={css.bar}
                    x={x}
                    width={wide}
                    y={plane.y(value)}
                    height={plane.y(0) - plane.y(value)}
                    rx={Math.min(2, wide / 3)}
                  />
                )}
                {was !== undefined && was > 0 && (
                  <line className={css.was} x1={x} x2={x + wide} y1={plane.y(was)} y2={plane.y(was)} />
                )}
              </g>
            )
          })}
        </g>
      ))}
    </g>
  )
}

/** What a point says, in a sentence. */
const wordsOf = ({ whole }: ChartLabel, series: readonly ChartSeries[], index: number) =>
  `${whole}: ${series.map(({ label, values, before }) => `${label} ${count(values[index] ?? 0)}${before ? `, before ${count(before[index] ?? 0)}` : ''}`).join('; ')}`

const Bubble = ({
  plane,
  label,
  series,
  index,
}: {
  plane: Plane
  label: ChartLabel
  series: readonly ChartSeries[]
  index: number
}) => {
  const x = plane.x(index)
  const side = x > plane.width * 0.62 ? { right: plane.width - x + 12 } : { left: x + 12 }
  return (
    <div className={css.bubble} style={side} aria-hidden="true">
      <b>{label.whole}</b>
      {series.map(({ id, label: name, color, values, before }) => {
        const was = before?.[index]
        return (
          <span key={id} className={css.said}>
            <i style={{ background: color }} />
            {name}
            <b>{count(values[index] ?? 0)}</b>
            {was !== undefined && <small>{changeOf(values[index] ?? 0, was) ?? `before ${count(was)}`}</small>}
          </span>
        )
      })}
    </div>
  )
}

const KEYS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  PageUp: (at) => at - 7,
  PageDown: (at) => at + 7,
  Home: () => 0,
  End: (_at, last) => last,
}

/** Which point is looked at: by the pointer, or by the arrow keys while the chart has the focus. */
const useLooking = (plane: Plane, points: number) => {
  const [at, setAt] = useState<number>()
  const within = (index: number) => Math.max(0, Math.min(points - 1, index))
  const step = points > 1 ? plane.x(1) - plane.x(0) : 1
  return {
    at: at === undefined || !points ? undefined : within(at),
    hands: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const x = event.clientX - event.currentTarget.getBoundingClientRect().left
        setAt(within(Math.round((x - plane.x(0)) / step)))
      },
      onPointerLeave: () => setAt(undefined),
      onBlur: () => setAt(undefined),
      onFocus: () => setAt((now) => now ?? points - 1),
      onKeyDown: (event: KeyboardEvent) => {
        const move = KEYS[event.key]
        if (!move) return
        event.preventDefault()
        setAt((now) => within(move(now ?? points - 1, points - 1)))
      },
    },
  }
}

/**
 * Figures over time as areas or bars, with the time before as a dashed line. The pointer and, once it has the focus, the
 * arrow keys read point by point. The numbers stand in `ChartTable` as well: use `ChartPanel` for both.
 */
export const Chart = ({ label, labels, series, look = 'area', height = 300, nothing }: Props) => {
  const id = useId()
  const { ref, width } = useWidth()
  const most = highestOf(series)
  const plane = planeOf(width, height, labels.length, most, look)
  const { at, hands } = useLooking(plane, labels.length)
  const read = at ?? labels.length - 1
  const named = labels[read]
  return (
    <div
      className={css.chart}
      ref={ref}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, labels.length - 1)}
      aria-valuenow={Math.max(0, read)}
      aria-valuetext={named ? wordsOf(named, series, read) : 'Nothing'}
      {...hands}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <Scale plane={plane} labels={labels} />
          {at !== undefined && (
            <line className={css.cursor} x1={plane.x(at)} x2={plane.x(at)} y1={PAD.top} y2={plane.y(0)} />
          )}
          {look === 'area' ? <Areas plane={plane} series={series} id={id} /> : <Bars plane={plane} series={series} />}
          {at !== undefined &&
            look === 'area' &&
            series.map(({ id: name, color, values }) => (
              <circle
                key={name}
                className={css.dot}
                cx={plane.x(at)}
                cy={plane.y(values[at] ?? 0)}
                r="4"
                style={{ '--line-color': color } as CSSProperties}
              />
            ))}
        </svg>
      )}
      {most === 0 && nothing && <p className={css.nothing}>{nothing}</p>}
      {at !== undefined && named && width > 0 && <Bubble plane={plane} label={named} series={series} index={at} />}
    </div>
  )
}
