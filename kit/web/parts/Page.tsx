import type { ReactNode } from 'react'
import { useTitle } from '../navigation.tsx'
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

/** The page's name with its buttons; names the browser's tab too. */
export const PageHead = ({ title, sub, children }: { title: string; sub?: ReactNode; children?: ReactNode }) => {
  useTitle(title)
  return (
    <header className={css.head}>
      <div className={css.headText}>
        <h1>{title}</h1>
        {sub && <p>{sub}</p>}
      </div>
      <div className={css.headActions}>{children}</div>
    </header>
  )
}

/** The row of search, filters and counts above a list. */
export const FilterBar = ({ children }: { children: ReactNode }) => <div className={css.bar}>{children}</div>

/** Takes the room between the left and the right half of a bar. */
export const Spacer = () => <span className={css.spacer} />

/** One line of a rail: a folder, a filter. */
export const RailItem = ({
  icon,
  label,
  count,
  isOn,
  onClick,
}: {
  icon?: ReactNode
  label: string
  count?: number | string
  isOn?: boolean
  onClick: () => void
}) => (
  <button
    type="button"
    className={css.item}
    data-on={isOn || undefined}
    aria-current={isOn || undefined}
    onClick={onClick}
  >
    {icon}
    <span className={css.itemLabel}>{label}</span>
    {count !== undefined && <span className={css.itemCount}>{count}</span>}
  </button>
)

/** A heading in a rail, with a button at its right. */
export const RailHead = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={css.railHead}>
    <span>{children}</span>
    {action}
  </div>
)
