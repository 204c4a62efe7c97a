import type { ReactNode } from 'react'
import { count, share } from '../format.ts'
import css from './charts.module.css'

/** A stage of a funnel. */
export type FunnelStage = {
  id: number | string
  label: string
  icon?: ReactNode
  /** Small words below its name. */
  note?: string | undefined
  value: number
  /** What is to be said beside it: who waits there, say. */
  aside?: ReactNode
  color?: string | undefined
}

type Props = { label: string; stages: readonly FunnelStage[] }

const widthOf = (value: number, most: number) => (most > 0 ? Math.max(value > 0 ? 0.4 : 0, (value / most) * 100) : 0)

/** How many are left from stage to stage: bars that narrow, with the share of the first stage and of the one before. */
export const Funnel = ({ label, stages }: Props) => {
  const most = Math.max(0, ...stages.map(({ value }) => value))
  const first = stages[0]?.value ?? 0
  return (
    <ol className={css.funnel} aria-label={label}>
      {stages.map(({ id, label: name, icon, note, value, aside, color }, index) => {
        const before = stages[index - 1]?.value
        const next = stages[index + 1]?.value
        const [wide, then] = [widthOf(value, most), widthOf(next ?? 0, most)]
        return (
          <li key={id}>
            <span className={css.stage}>
              {icon}
              <span>
                <b title={name}>{name}</b>
                {note && <small title={note}>{note}</small>}
              </span>
            </span>
            <span className={css.flow} aria-hidden="true">
              <i className={css.full} style={{ width: `${wide}%`, ...(color && { background: color }) }} />
              {next !== undefined && (
                <svg className={css.taper} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <path d={`M0 0H${wide}L${then} 10H0Z`} {...(color && { fill: color })} />
                </svg>
              )}
            </span>
            <span className={css.left}>
              <b>{count(value)}</b>
              <span>
                {index > 0 && <small>{share(value, first)} of all</small>}
                {before !== undefined && index > 1 && <small>{share(value, before)} of those before</small>}
                {aside}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
