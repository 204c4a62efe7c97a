import { Tooltip } from '@mantine/core'
import { Link } from '@millrace/kit/web'
import type { OpenAccount } from '../boot/session.ts'
import { useChecklist } from '../dashboard/checklist.ts'
import { AccountIssues } from './AccountIssues.tsx'
import css from './Shell.module.css'

const Progress = ({ account }: { account: OpenAccount }) => {
  const items = useChecklist(account)
  const done = items.filter(({ isDone }) => isDone).length
  const next = items.find(({ isDone }) => !isDone)
  if (!next) return null
  return (
    <Tooltip label={`Next: ${next.title}`}>
      <Link to={next.to} className={css.setup}>
        <span className={css.setupTrack}>
          <i style={{ width: `${(done / items.length) * 100}%` }} />
        </span>
        <span className="visually-hidden">Setup:</span>
        {done}/{items.length}
        <span className="visually-hidden">done. Next: {next.title}</span>
      </Link>
    </Tooltip>
  )
}

/** How far a newcomer has come, gone when everything is done; and what keeps the account's mail back. */
export default function Setup({ account }: { account: OpenAccount }) {
  return (
    <>
      <Progress account={account} />
      <AccountIssues />
    </>
  )
}
