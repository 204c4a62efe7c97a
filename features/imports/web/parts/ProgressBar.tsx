import { count } from '@millrace/kit/web'
import type { Import } from '../../contract/import.ts'
import c from './imports.module.css'

/** How far an import is. */
export const ProgressBar = ({ of }: { of: Import }) => {
  const share = of.numPeople ? Math.min(1, of.processed / of.numPeople) : 0
  return (
    <div
      className={c.progress}
      role="progressbar"
      aria-label={`${of.name}: rows imported`}
      aria-valuemin={0}
      aria-valuemax={of.numPeople}
      aria-valuenow={of.processed}
      aria-valuetext={`${count(of.processed)} of ${count(of.numPeople)} rows`}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  )
}
