// biome-ignore-all lint/a11y/useFocusableInteractive: cells are gone to by arrow keys, and rows and their heads hold nothing else
import { useMediaQuery } from '@mantine/hooks'
import { count, plural } from '@millrace/kit/web'
import { type CSSProperties, type KeyboardEvent, type SyntheticEvent, useMemo, useRef, useState } from 'react'
import { type BestHours, isWithin, meanOf } from './bestHours.ts'
import css from './hours.module.css'
import { clockOf, type Doing, hourName, hourSaid, meanSaid, WEEKDAYS } from './hourWords.ts'

/** An hour of the week as it is drawn. */
export type DrawnHour = { weekday: number; hour: number; times: number; value: number; sent: number }

type Props = {
  /** All 168, the first one of Monday first. */
  hours: readonly DrawnHour[]
  doing: Doing
  best: BestHours | undefined
  label: string
}

/** How deep the deepest colour is: as many steps stand in the legend. */
export const STEPS = 5
const HOURS = 24

const stepOf = (mean: number, most: number) => (most > 0 ? Math.ceil((mean / most) * STEPS) : 0)

const ARROWS: Record<string, readonly [across: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-HOURS, 0],
  End: [HOURS, 0],
}

type Looked = { index: number; x: number; y: number; isRight: boolean }

/** Which cell is looked at: under the pointer, or with the focus. Escape takes its words away. */
const useLooked = () => {
  const frame = useRef<HTMLDivElement>(null)
  const [looked, setLooked] = useState<Looked>()
  const look = (index: number, event: SyntheticEvent<HTMLElement>) => {
    const outer = frame.current?.getBoundingClientRect()
    if (!outer) return
    const { left, right, bottom } = event.currentTarget.getBoundingClientRect()
    const isRight = left - outer.left > outer.width / 2
    setLooked({ index, isRight, x: isRight ? outer.right - right : left - outer.left, y: bottom - outer.top + 4 })
  }
  return { frame, looked, look, away: () => setLooked(undefined) }
}

const Bubble = ({ at, hour, doing }: { at: Looked; hour: DrawnHour; doing: Doing }) => (
  <div className={css.bubble} style={{ top: at.y, [at.isRight ? 'right' : 'left']: at.x }} aria-hidden="true">
    <b>{hourName(hour.weekday, hour.hour)}</b>
    <span>
      {doing === 'opens' ? 'Openings' : 'Clicks'}
      <b>{count(hour.value)}</b>
    </span>
    <span>
      Sent
      <b>{count(hour.sent)}</b>
    </span>
    <small>
      {hour.times > 0
        ? `Came ${plural(hour.times, 'time')}: ${meanSaid(meanOf(hour)) || 0} on average`
        : 'Did not come in these days'}
    </small>
  </div>
)

/** However little was sent can be seen. */
const LEAST_PART = 8

/** How long the bar of what was sent is, of the width of a cell. */
export const partOf = (sent: number, most: number) =>
  ({ '--part': `${Math.max(LEAST_PART, (sent / most) * 100)}%` }) as CSSProperties

type Scale = ReturnType<typeof scaleOf>

type CellProps = {
  hour: DrawnHour
  index: number
  scale: Scale
  words: string
  isBest: boolean
  isReached: boolean
  onLook: (index: number, event: SyntheticEvent<HTMLElement>) => void
}

const Cell = ({ hour, index, scale, words, isBest, isReached, onLook }: CellProps) => {
  const mean = meanOf(hour)
  const sent = meanOf({ ...hour, value: hour.sent })
  const look = (event: SyntheticEvent<HTMLElement>) => onLook(index, event)
  return (
    <div
      role="gridcell"
      tabIndex={isReached ? 0 : -1}
      aria-label={words}
      data-index={index}
      onFocus={look}
      onPointerEnter={look}
    >
      <span className={css.deep} data-step={stepOf(mean, scale.value)} data-best={isBest || undefined}>
        {meanSaid(mean)}
      </span>
      <i className={css.sent} style={sent > 0 ? partOf(sent, scale.sent) : undefined} />
    </div>
  )
}

/** The most that is done, and sent, in any hour on average. */
export const scaleOf = (hours: readonly DrawnHour[]) => ({
  value: Math.max(0, ...hours.map(meanOf)),
  sent: Math.max(0, ...hours.map(({ sent, times }) => meanOf({ value: sent, times }))),
})

const DAYS = WEEKDAYS.map((name, index) => ({ at: index, short: name.slice(0, 3), whole: name }))
const CLOCK = Array.from({ length: HOURS }, (_, hour) => ({ at: hour, short: String(hour), whole: clockOf(hour) }))

/** Hours of days that stand below each other, or beside each other where there is no room for 24 hours across. */
const planeOf = (isNarrow: boolean) => {
  const [lines, columns] = isNarrow ? [CLOCK, DAYS] : [DAYS, CLOCK]
  const indexAt = (line: number, column: number) => (isNarrow ? column * HOURS + line : line * HOURS + column)
  const within = (at: number, all: readonly unknown[]) => Math.max(0, Math.min(all.length - 1, at))
  return {
    lines,
    columns,
    indexAt,
    /** Where a key leads from a cell; undefined where the key leads nowhere. */
    moved: (index: number, key: string) => {
      const [across, down] = ARROWS[key] ?? []
      if (across === undefined || down === undefined) return undefined
      const [day, hour] = [Math.floor(index / HOURS), index % HOURS]
      const [line, column] = isNarrow ? [hour, day] : [day, hour]
      return indexAt(within(line + down, lines), within(column + across, columns))
    },
  }
}

type Plane = ReturnType<typeof planeOf>

const Head = ({ plane: { columns } }: { plane: Plane }) => (
  <div role="row">
    <span role="columnheader" aria-label="Hour of the week" />
    {columns.map(({ short, whole }) => (
      <span key={whole} role="columnheader" aria-label={whole}>
        {short}
      </span>
    ))}
  </div>
)

/**
 * The hours of a week, the deeper the more is done in such an hour on average, with a bar at the foot of each for what is sent
 * then. Arrow keys go from cell to cell.
 */
export const HourGrid = ({ hours, doing, best, label }: Props) => {
  const plane = planeOf(useMediaQuery('(max-width: 62em)', false))
  const { frame, looked, look, away } = useLooked()
  const [reached, setReached] = useState(best ? (best.weekday - 1) * HOURS + best.from : 0)
  const scale = useMemo(() => scaleOf(hours), [hours])
  const seen = looked && hours[looked.index]
  const onLook = (index: number, event: SyntheticEvent<HTMLElement>) => {
    if (event.type === 'focus') setReached(index)
    look(index, event)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') away()
    const next = plane.moved(reached, event.key)
    if (next === undefined) return
    event.preventDefault()
    frame.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus()
  }
  const cellAt = (index: number) => {
    const hour = hours[index]
    if (!hour) return null
    const about = { hour, index, scale, words: hourSaid(hour, doing), isBest: isWithin(hour, best) }
    return <Cell key={index} {...about} isReached={index === reached} onLook={onLook} />
  }
  return (
    <div className={css.frame} ref={frame}>
      <div
        role="grid"
        aria-label={label}
        className={css.grid}
        style={{ '--columns': plane.columns.length } as CSSProperties}
        onKeyDown={onKeyDown}
        onPointerLeave={away}
        onBlur={away}
      >
        <Head plane={plane} />
        {plane.lines.map(({ at: line, short, whole }) => (
          <div role="row" key={whole}>
            <span role="rowheader" aria-label={whole}>
              {short}
            </span>
            {plane.columns.map(({ at: column }) => cellAt(plane.indexAt(line, column)))}
          </div>
        ))}
      </div>
      {looked && seen && <Bubble at={looked} hour={seen} doing={doing} />}
    </div>
  )
}
