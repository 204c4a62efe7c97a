import { IconChevronLeft } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link, useTitle } from '../navigation.tsx'
import css from './Page.module.css'

/** A page with a rail of folders or filters at its left; the rail goes above on narrow screens. */
export const SplitPage = ({
  rail,
  railLabel,
  children,
}: {
  rail: ReactNode
  railLabel: string
  children: ReactNode
}) => (
  <div className={css.split}>
    <aside className={css.rail} aria-label={railLabel}>
      {rail}
    </aside>
    <div className={css.main}>{children}</div>
  </div>
)

/** A page on the white surface, as wide as the window. */
export const WidePage = ({ children }: { children: ReactNode }) => <div className={css.wide}>{children}</div>

/** A page of forms: a readable column on the app's ground. */
export const NarrowPage = ({ children }: { children: ReactNode }) => (
  <div className={css.narrowGround}>
    <div className={css.narrow}>{children}</div>
  </div>
)

type HeadProps = {
  title: string
  sub?: ReactNode
  /** Beside the title: a status, a menu. */
  beside?: ReactNode
  /** The page above: `{ to: '/people', label: 'People' }`. */
  back?: { to: string; label: string }
  /** Buttons at the right; the main one last. */
  children?: ReactNode
}

/** The page's name with its buttons; names the browser's tab too. */
export const PageHead = ({ title, sub, beside, back, children }: HeadProps) => {
  useTitle(title)
  return (
    <header className={css.head}>
      <div className={css.headText}>
        {back && (
          <Link to={back.to} className={css.back}>
            <IconChevronLeft size={14} stroke={1.8} aria-hidden />
            {back.label}
          </Link>
        )}
        <div className={css.titleRow}>
          <h1 title={title}>{title}</h1>
          {beside}
        </div>
        {sub && <p>{sub}</p>}
      </div>
      <div className={css.headActions}>{children}</div>
    </header>
  )
}

/** A page with a panel at its right: a preview, an inspector. Below on narrow screens. */
export const SidePage = ({
  side,
  sideLabel,
  width = 356,
  children,
}: {
  side: ReactNode
  sideLabel: string
  width?: number
  children: ReactNode
}) => (
  <div className={css.split} data-right style={{ '--side': `${width}px` } as CSSProperties}>
    <div className={css.main}>{children}</div>
    <aside className={css.side} aria-label={sideLabel}>
      {side}
    </aside>
  </div>
)

/** The row of search, filters and counts above a list. */
export const FilterBar = ({ children }: { children: ReactNode }) => <search className={css.bar}>{children}</search>

/** Takes the room between the left and the right half of a bar. */
export const Spacer = () => <span className={css.spacer} />

type RailItemProps = {
  icon?: ReactNode
  label: string
  count?: number | string | undefined
  /** With `to`: on at other addresses than its own, too. */
  isOn?: boolean
  onClick?: () => void
  /** Leads to an address instead of filtering. */
  to?: string
  /** With `to`: on only at the very address, not below it. */
  exact?: boolean
}

/** One line of a rail: a folder, a filter, a page. */
export const RailItem = ({ icon, label, count, isOn, onClick, to, exact }: RailItemProps) => {
  const inside = (
    <>
      {icon}
      <span className={css.itemLabel}>{label}</span>
      {count !== undefined && <span className={css.itemCount}>{count}</span>}
    </>
  )
  if (to) {
    const on = { 'data-on': true, 'aria-current': 'page' as const }
    return (
      <Link to={to} exact={exact ?? false} className={css.item} activeProps={on} {...(isOn && on)}>
        {inside}
      </Link>
    )
  }
  return (
    <button
      type="button"
      className={css.item}
      data-on={isOn || undefined}
      aria-current={isOn || undefined}
      onClick={onClick}
    >
      {inside}
    </button>
  )
}

/** A heading in a rail, with a button at its right. */
export const RailHead = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={css.railHead}>
    <span>{children}</span>
    {action}
  </div>
)
