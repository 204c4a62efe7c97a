import { type ReactNode, useId } from 'react'
import css from './Card.module.css'

type Props = { title: string; sub?: ReactNode; action?: ReactNode; children: ReactNode }

/** Settings that belong together, under one heading. */
export const Card = ({ title, sub, action, children }: Props) => {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {sub && <p>{sub}</p>}
        </div>
        {action}
      </header>
      <div className={css.body}>{children}</div>
    </section>
  )
}
