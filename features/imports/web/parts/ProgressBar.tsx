import { count } from '@millrace/kit/web'
import c from './progress.module.css'

/** How far something is; `label` says what. */
export const ProgressBar = ({
  done,
  total,
  label,
  unit = 'rows',
}: {
  done: number
  total: number
  label: string
  unit?: string
}) => (
  <div
    className={c.progress}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={Math.min(done, total)}
    aria-valuetext={`${count(done)} of ${count(total)} ${unit}`}
  >
    <span style={{ width: `${total ? Math.min(100, (done / total) * 100) : 0}%` }} />
  </div>
)
