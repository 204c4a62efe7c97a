import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '../navigation.tsx'
import css from './Record.module.css'

/** The way back from one thing's page to the list that it stands in. */
export const RecordBack = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={css.back}>
    <IconChevronLeft size={14} stroke={1.8} aria-hidden />
    {children}
  </Link>
)

type HeadProps = {
  /** What stands for it: initials, an icon. */
  mark: ReactNode
  title: string
  /** Small words below the title. */
  sub?: ReactNode
  /** Buttons go below the name where there is little room. */
  wraps?: boolean
  /** Buttons at the right. */
  children?: ReactNode
}

/** The head of one thing's page: what stands for it, its name, what can be done with it. */
export const RecordHead = ({ mark, title, sub, wraps, children }: HeadProps) => (
  <header className={css.head} data-wraps={wraps || undefined}>
    {mark}
    <div className={css.who}>
      <h1 title={title}>{title}</h1>
      {sub && <div className={css.sub}>{sub}</div>}
    </div>
    {children}
  </header>
)

/** A part of a thing's page, under its heading if it has one, and a button at the heading's right. */
export const RecordSection = ({
  title,
  action,
  isInside,
  children,
}: {
  title?: ReactNode
  action?: ReactNode
  /** It stands in another section, which has the room and the line around it. */
  isInside?: boolean
  children: ReactNode
}) => (
  <section className={css.section} data-inside={isInside || undefined}>
    {title && (
      <h2>
        {title}
        {action}
      </h2>
    )}
    {children}
  </section>
)

/** What is known of a thing: titles at the left, values at the right; a dash where there is none. */
export const Facts = ({ facts }: { facts: readonly { title: string; value: ReactNode }[] }) => (
  <dl className={css.facts}>
    {facts.map(({ title, value }) => (
      <div key={title}>
        <dt title={title}>{title}</dt>
        <dd>{value || <span className="dimmed">—</span>}</dd>
      </div>
    ))}
  </dl>
)
