import { Link } from '@millrace/kit/web'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Problem } from '../../contract/problems.ts'
import c from '../edit/edit.module.css'

/** Where a problem is set right that is not one of the broadcast itself. */
const WHERE: Partial<Record<Problem['of'], { to: string; label: string }>> = {
  sender: { to: '/settings/email/addresses', label: 'Verify it' },
  address: { to: '/settings/email/general', label: 'Fill it in' },
}

/** What keeps a broadcast from being sent, with the way to where it is set right. */
export const Problems = ({ of }: { of: readonly Problem[] }) =>
  of.map(({ of: part, words }) => {
    const where = WHERE[part]
    return (
      <p key={words} className={c.hint} role="status">
        <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
        <span>
          {words} {where && <Link to={where.to}>{where.label}</Link>}
        </span>
      </p>
    )
  })
