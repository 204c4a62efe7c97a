import { useTitle } from '@millrace/kit/web'
import { IconAlertTriangle, IconCircleCheck, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './Entrance.module.css'
import { StreamPicture } from './StreamPicture.tsx'

/** The product's mark. */
const Mark = () => (
  <svg width={26} height={26} viewBox="0 0 22 22" aria-hidden="true">
    <rect width="22" height="22" rx="6.5" fill="#5a55db" />
    <path d="M6 14.2c0-4 2.2-6.4 5-6.4s4.2 1.7 5 3.2" stroke="#fff" strokeWidth="2" fill="none" strokeLinecap="round" />
    <circle cx="6" cy="14.4" r="1.9" fill="#fff" />
    <circle cx="16" cy="11.6" r="1.9" fill="#fff" />
  </svg>
)

type Props = {
  title: string
  /** The name in the browser's tab, where it is not the title. */
  tab?: string
  /** A sentence under the title, often with the way to somewhere else. */
  sub?: ReactNode
  /** At the right of the mark: a way out. */
  action?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

/** The ground of every page before the sign-in: a form at the left, the product at work at the right. */
export const Entrance = ({ title, tab = title, sub, action, foot, children }: Props) => {
  useTitle(tab)
  return (
    <div className={css.page}>
      <main className={css.side}>
        <div className={css.top}>
          <span className={css.mark}>
            <Mark />
            Millrace
          </span>
          {action}
        </div>
        <div className={css.column}>
          <h1>{title}</h1>
          {sub && <p className={css.sub}>{sub}</p>}
          <div className={css.body}>{children}</div>
        </div>
        <div className={css.foot}>{foot ?? 'Acts within a second. Never sends twice.'}</div>
      </main>
      <aside className={css.picture} aria-hidden="true">
        <StreamPicture />
      </aside>
    </div>
  )
}

const ICONS = { bad: IconAlertTriangle, good: IconCircleCheck, mail: IconMail }

/** What went wrong, or what to do next, above a form. */
export const EntranceAlert = ({ tone, children }: { tone: keyof typeof ICONS; children: ReactNode }) => {
  const Icon = ICONS[tone]
  return (
    <div className={css.alert} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={17} stroke={1.8} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
