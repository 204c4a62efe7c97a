import { useMemo } from 'react'
import { type Link, type Step, stepTypeOf } from '../../contract/index.ts'
import css from './flowPicture.module.css'

const WIDTH = 240
const PLAIN = 70
const MAIL = 108
const AROUND = 24

type Drawn = { id: number; x: number; y: number; height: number; kind: string }

const drawnOf = (step: Step): Drawn => ({
  id: step.id,
  ...step.data.editor.coordinates,
  height: step.operationKey === '/send' ? MAIL : PLAIN,
  kind: stepTypeOf(step)?.kind ?? 'action',
})

/** A way down from one step to the next, bent like on the canvas. */
const pathOf = (from: Drawn, to: Drawn): string => {
  const [x1, y1] = [from.x + WIDTH / 2, from.y + from.height]
  const [x2, y2] = [to.x + WIDTH / 2, to.y]
  const middle = (y1 + y2) / 2
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`
}

type Props = { steps: Record<string, Step>; links: readonly Link[]; label: string; className?: string | undefined }

/** A flow as a small picture: its steps by meaning and the ways between them, nothing to press. */
export const FlowPicture = ({ steps, links, label, className }: Props) => {
  const drawn = useMemo(() => new Map(Object.values(steps).map((step) => [step.id, drawnOf(step)])), [steps])
  const all = [...drawn.values()]
  if (!all.length) return null
  const left = Math.min(...all.map(({ x }) => x)) - AROUND
  const top = Math.min(...all.map(({ y }) => y)) - AROUND
  const width = Math.max(...all.map(({ x }) => x)) + WIDTH + AROUND - left
  const height = Math.max(...all.map(({ y, height: own }) => y + own)) + AROUND - top
  return (
    <svg
      className={className}
      viewBox={`${left} ${top} ${width} ${height}`}
      preserveAspectRatio="xMidYMid meet"
      role="img"
      aria-label={label}
    >
      {links.map(({ id, source, target }) => {
        const [from, to] = [drawn.get(source), drawn.get(target)]
        return from && to && <path key={id} className={css.way} d={pathOf(from, to)} />
      })}
      {all.map(({ id, x, y, height: own, kind }) => (
        <g key={id} style={{ color: `var(--c-${kind})` }}>
          <rect className={css.step} x={x} y={y} width={WIDTH} height={own} rx={14} />
          <rect className={css.icon} x={x + 14} y={y + 17} width={36} height={36} rx={9} />
          <rect className={css.title} x={x + 64} y={y + 22} width={120} height={10} rx={5} />
          <rect className={css.line} x={x + 64} y={y + 42} width={152} height={8} rx={4} />
          {own > PLAIN && <rect className={css.line} x={x + 14} y={y + 74} width={WIDTH - 28} height={16} rx={5} />}
        </g>
      ))}
    </svg>
  )
}
