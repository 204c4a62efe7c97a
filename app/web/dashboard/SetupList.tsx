import { Link } from '@millrace/kit/web'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import type { OpenAccount } from '../boot/session.ts'
import { useChecklist } from './checklist.ts'
import css from './Dashboard.module.css'

/** What a newcomer sets up; gone when everything is done. */
export const SetupList = ({ account }: { account: OpenAccount }) => {
  const items = useChecklist(account)
  const done = items.filter(({ isDone }) => isDone).length
  if (done === items.length) return null
  return (
    <section className={css.card} aria-labelledby="setup">
      <div className={css.cardHead}>
        <h2 id="setup">Get going</h2>
        <span className={`${css.progress} num`}>
          {done} of {items.length} done
        </span>
      </div>
      {items.map(({ key, title, text, to, isDone }, index) => (
        <Link key={key} to={to} className={css.step} data-done={isDone || undefined}>
          <span className={css.tick}>
            {isDone ? <IconCheck size={14} stroke={2.2} aria-label="Done" /> : index + 1}
          </span>
          <div>
            <b>{title}</b>
            <small>{text}</small>
          </div>
          <IconChevronRight size={16} stroke={1.7} aria-hidden />
        </Link>
      ))}
    </section>
  )
}
