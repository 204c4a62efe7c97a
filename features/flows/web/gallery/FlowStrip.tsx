import { useMemo } from 'react'
import { type Link, type Step, stepTypeOf } from '../../contract/index.ts'
import css from './flowPicture.module.css'

const SIZE = 64
const ACROSS = 104
const DOWN = 92
const AROUND = 10

type Spot = { id: number; x: number; y: number; kind: string }

const ranks = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b)

/** Steps from left to right in the order of the canvas from top to bottom. */
const spotsOf = (steps: readonly Step[]): Spot[] => {
  const places = steps.map(({ data }) => data.editor.coordinates)
  const rows = ranks(places.map(({ y }) => y))
  const columns = ranks(places.map(({ x }) => x))
  return steps.map((step, index) => ({
    id: step.id,
    x: rows.indexOf(places[index]?.y ?? 0) * ACROSS,
    y: columns.indexOf(places[index]?.x ?? 0) * DOWN,
    kind: stepTypeOf(step)?.kind ?? 'action',
  }))
}

const pathOf = (from: Spot, to: Spot): string => {
  const [x1, y1, x2, y2] = [from.x + SIZE, from.y + SIZE / 2, to.x, to.y + SIZE / 2]
  const middle = (x1 + x2) / 2
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`
}

/** A flow as a strip, small enough for a card: its steps by meaning, from left to right. */
export const FlowStrip = ({ steps, links }: { steps: Record<string, Step>; links: readonly Link[] }) => {
  const spots = useMemo(() => new Map(spotsOf(Object.values(steps)).map((spot) => [spot.id, spot])), [steps])
  const all = [...spots.values()]
  const width = Math.max(...all.map(({ x }) => x)) + SIZE + 2 * AROUND
  const height = Math.max(...all.map(({ y }) => y)) + SIZE + 2 * AROUND
  return (
    <svg viewBox={`${-AROUND} ${-AROUND} ${width} ${height}`} aria-hidden="true">
      {links.map(({ id, source, target }) => {
        const [from, to] = [spots.get(source), spots.get(target)]
        return from && to && <path key={id} className={css.way} d={pathOf(from, to)} />
      })}
      {all.map(({ id, x, y, kind }) => (
        <rect key={id} x={x} y={y} width={SIZE} height={SIZE} rx={18} fill={`var(--c-${kind})`} />
      ))}
    </svg>
  )
}
