import { count } from '@millrace/kit/web'
import type { RefusalReason } from '../../contract/import.ts'
import c from './sections.module.css'

/** Why rows were refused, the most frequent kinds first. */
export const Reasons = ({ reasons }: { reasons: readonly RefusalReason[] }) => (
  <ul className={c.reasons} aria-label="Why rows are refused">
    {reasons.map(({ reason, count: times, line }) => (
      <li key={reason}>
        <b className="num">{count(times)}</b>
        <span>{reason}</span>
        <small>{times > 1 ? `first in line ${line}` : `line ${line}`}</small>
      </li>
    ))}
  </ul>
)
