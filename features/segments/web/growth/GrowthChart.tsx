import { count } from '@millrace/kit/web'
import { type PointerEvent, useState } from 'react'
import type { GrowthDay } from '../../contract/index.ts'
import css from './growth.module.css'
import { barsOf, lineOf, scaleOf } from './shape.ts'

/** The drawing's own measure; it is stretched to the width that there is. */
const WIDTH = 1000
const HEIGHT = 100
const BARS = 40

const shortDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const Axis = ({ most, least }: { most: number; least: number }) => (
  <div className={css.axis} aria-hidden="true">
    <span>{count(most)}</span>
    <span>{count(least)}</span>
  </div>
)

const Bubble = ({ day, at }: { day: GrowthDay; at: number }) => (
  <div className={css.bubble} style={{ left: `${at * 100}%` }} data-side={at > 0.7 ? 'left' : 'right'}>
    <b>{shortDay(day.day)}</b>
    <span>{count(day.size)} in it</span>
    <span>
      +{count(day.entered)} −{count(day.left)}
    </span>
  </div>
)

/** The size of a segment as an area over its days; below, who entered (up) and left (down). The table says the same in words. */
export const GrowthChart = ({ days }: { days: readonly GrowthDay[] }) => {
  const [at, setAt] = useState<number>()
  const { most, least } = scaleOf(days.map(({ size }) => size))
  const line = lineOf(
    days.map(({ size }) => size),
    { width: WIDTH, height: HEIGHT, most, least },
  )
  const bars = barsOf(days, { width: WIDTH, height: BARS })
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / Math.max(1, box.width)
    setAt(Math.max(0, Math.min(days.length - 1, Math.round(share * (days.length - 1)))))
  }
  const day = at === undefined ? undefined : days[at]
  const place = at === undefined ? 0 : at / Math.max(1, days.length - 1)
  const first = days[0]
  const last = days.at(-1)
  return (
    <div className={css.chart}>
      <Axis most={most} least={least} />
      <div className={css.plot} onPointerMove={point} onPointerLeave={() => setAt(undefined)}>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`From ${count(first?.size ?? 0)} on ${first?.day} to ${count(last?.size ?? 0)} on ${last?.day}`}
        >
          <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className={css.area} />
          <path d={line} className={css.line} vectorEffect="non-scaling-stroke" />
        </svg>
        <svg viewBox={`0 0 ${WIDTH} ${BARS}`} preserveAspectRatio="none" aria-hidden="true" className={css.bars}>
          {bars.map(({ x, width, up, down, isRebuilt }) => (
            <g key={x}>
              {up > 0 && <rect x={x} y={BARS / 2 - up} width={width} height={up} data-of="entered" />}
              {down > 0 && <rect x={x} y={BARS / 2} width={width} height={down} data-of="left" />}
              {isRebuilt && <rect x={x} y={0} width={Math.max(width / 3, 2)} height={BARS} data-of="rebuilt" />}
            </g>
          ))}
          <path d={`M0 ${BARS / 2}H${WIDTH}`} className={css.zero} vectorEffect="non-scaling-stroke" />
        </svg>
        {day && <i className={css.mark} style={{ left: `${place * 100}%` }} />}
        {day && <Bubble day={day} at={place} />}
        <div className={css.ends} aria-hidden="true">
          <span>{first && shortDay(first.day)}</span>
          <span>{last && shortDay(last.day)}</span>
        </div>
      </div>
    </div>
  )
}
