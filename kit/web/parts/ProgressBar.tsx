import { count } from '../format.ts'
import c from './ProgressBar.module.css'

type Props = {
  /** What goes on. */
  label: string
  done: number
  /** Undefined while nobody knows how much there is: then it only shows that something goes on. */
  total: number | undefined
  /** What is counted, in the plural; "rows", say. */
  unit?: string
}

/** How far something is. */
export const ProgressBar = ({ label, done, total, unit = '' }: Props) => {
  const known = total
    ? {
        'aria-valuemin': 0,
        'aria-valuemax': total,
        'aria-valuenow': Math.min(done, total),
        'aria-valuetext': `${count(done)} of ${count(total)} ${unit}`.trim(),
      }
    : {}
  const width = total ? Math.min(100, Math.max(2, (done / total) * 100)) : 30
  return (
    <div className={c.progress} role="progressbar" aria-label={label} {...known}>
      <span data-open={total ? undefined : true} style={{ width: `${width}%` }} />
    </div>
  )
}
