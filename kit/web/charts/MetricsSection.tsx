import type { ReactNode } from 'react'
import css from './charts.module.css'
import look from './metrics.module.css'

type Props = {
  title: string
  /** What it tells, in a sentence. */
  hint?: string
  /** At the right of its head. */
  choices?: ReactNode
  children: ReactNode
}

/** A framed part of a page of figures. */
export const MetricsSection = ({ title, hint, choices, children }: Props) => (
  <section className={css.panel} aria-label={title}>
    <div className={css.head}>
      <h2>{title}</h2>
      {hint && <p className={look.hint}>{hint}</p>}
      {choices && <span className={css.choices}>{choices}</span>}
    </div>
    {children}
  </section>
)
