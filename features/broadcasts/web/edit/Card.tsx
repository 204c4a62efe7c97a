import type { ReactNode } from 'react'
import c from './edit.module.css'

type Props = {
  title: string
  about?: ReactNode
  icon: ReactNode
  /** At the right of the title: a switch, a button. */
  action?: ReactNode
  children?: ReactNode
}

/** A part of a broadcast's settings. */
export const Card = ({ title, about, icon, action, children }: Props) => (
  <section className={c.card} aria-label={title}>
    <header className={c.cardHead}>
      <span className={c.cardIcon} aria-hidden="true">
        {icon}
      </span>
      <div className={c.cardText}>
        <h2>{title}</h2>
        {about && <p>{about}</p>}
      </div>
      {action}
    </header>
    {children && <div className={c.cardBody}>{children}</div>}
  </section>
)
