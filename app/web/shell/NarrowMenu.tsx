import { Drawer, Link } from '@millrace/kit/web'
import { useObjectEntries } from '@millrace/objects/web'
import css from './Shell.module.css'
import { settingsMenus } from './settingsMenus.tsx'
import { barMenus } from './siteMenus.tsx'

/** The whole navigation in one sheet, for narrow screens. */
export default function NarrowMenu({ onClose }: { onClose: () => void }) {
  const objects = useObjectEntries()
  const groups = [
    ...barMenus().map(({ label, to, items }) => ({
      label: items ? label : '',
      items: items ? [...items, ...(to === '/people' ? objects : [])] : [{ label, to: to ?? '/' }],
    })),
    ...settingsMenus().map(({ label, items }) => ({ label: `Settings · ${label}`, items })),
  ]
  return (
    <Drawer opened onClose={onClose} title="Menu" width={320}>
      <nav className={css.sheet} aria-label="Main">
        {groups.map((group) => (
          <div key={group.label + group.items[0]?.to}>
            {group.label && <div className={css.sheetHead}>{group.label}</div>}
            {group.items.map(({ label, to }) => (
              <Link
                key={to}
                to={to}
                exact
                className={css.sheetLink}
                activeProps={{ 'data-active': true }}
                onClick={onClose}
              >
                {label}
              </Link>
            ))}
          </div>
        ))}
      </nav>
    </Drawer>
  )
}
