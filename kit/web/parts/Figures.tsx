import type { CSSProperties, ReactNode } from 'react'
import css from './Figures.module.css'
import { Skeleton } from './Marks.tsx'
import { Spark } from './Spark.tsx'

/** One figure of a strip. `change` is said in words: `+6.2%`; `isGood` colours it. */
export type Figure = {
  label: string
  /** undefined while it is on its way. */
  value: ReactNode | undefined
  change?: string | undefined
  isGood?: boolean
  trend?: readonly number[] | undefined
}

/** The strip of figures above a list. */
export const FigureStrip = ({ figures }: { figures: readonly Figure[] }) => (
  <div className={css.strip} style={{ '--figures': figures.length } as CSSProperties}>
    {figures.map(({ label, value, change, isGood, trend }) => (
      <div className={css.figure} key={label}>
        <span className={css.label}>{label}</span>
        <span className={css.value}>
          {value === undefined ? <Skeleton width={72} height={18} /> : value}
          {change && (
            <span className={css.change} data-good={isGood || undefined}>
              {change}
            </span>
          )}
        </span>
        {trend && trend.length > 1 && (
          <span className={css.trend}>
            <Spark data={trend} width={92} height={28} />
          </span>
        )}
      </div>
    ))}
  </div>
)

/** A share as a number and a bar; `value` from 0 to 1. */
export const Meter = ({ value, label }: { value: number; label: string }) => (
  <span className={css.meter}>
    <b>{label}</b>
    <i aria-hidden="true">
      <i style={{ width: `${Math.min(100, Math.max(0, value * 100))}%` }} />
    </i>
  </span>
)

/** A state with its dot: `on` green, `off` grey, `draft` hollow, `bad` red, `busy` iris, `warn` amber. */
export const StatusDot = ({
  tone,
  children,
}: {
  tone: 'on' | 'off' | 'draft' | 'bad' | 'busy' | 'warn'
  children: ReactNode
}) => (
  <span className={css.status} data-tone={tone}>
    <i className={css.light} aria-hidden="true" />
    {children}
  </span>
)
