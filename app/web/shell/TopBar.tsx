import { ActionIcon } from '@mantine/core'
import { Keys, Link, usePath } from '@millrace/kit/web'
import { IconHelpCircle, IconMenu2, IconSearch, IconSettings } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { OpenAccount } from '../boot/session.ts'
import { openPalette } from '../palette/palette.ts'
import { Brand } from './Brand.tsx'
import { DropdownButton } from './DropdownButton.tsx'
import { ProfileButton } from './ProfileButton.tsx'
import css from './Shell.module.css'
import { barMenus, settingsHome } from './siteMenus.tsx'

const Setup = lazy(() => import('./Setup.tsx'))
const NarrowMenu = lazy(() => import('./NarrowMenu.tsx'))

// Menus come right after the first paint; until then their buttons stand where they will be.
const DropdownMenu = lazy(() => import('./DropdownMenu.tsx'))
const HelpMenu = lazy(() => import('./HelpMenu.tsx'))
const ProfileMenu = lazy(() => import('./ProfileMenu.tsx'))

const isBelow = (path: string, to: string) => path === to || path.startsWith(`${to}/`)

type ComingProps = { button: (press: () => void) => ReactNode; menu: (isOpen: boolean) => ReactNode }

/** A menu that comes after its button: where that was pressed before, it opens as it comes. */
const Coming = ({ button, menu }: ComingProps) => {
  const [isPressed, setPressed] = useState(false)
  return <Suspense fallback={button(() => setPressed(true))}>{menu(isPressed)}</Suspense>
}

const Navigation = () => {
  const path = usePath()
  return (
    <nav className={css.nav} aria-label="Main">
      {barMenus().map((menu) => {
        if (menu.items) {
          const isActive =
            menu.items.some(({ to }) => isBelow(path, to)) || (menu.to === '/people' && isBelow(path, '/objects'))
          return (
            <Coming
              key={menu.label}
              button={(press) => <DropdownButton label={menu.label} isActive={isActive} onClick={press} />}
              menu={(isOpen) => <DropdownMenu menu={menu} isActive={isActive} isOpen={isOpen} />}
            />
          )
        }
        const isHome = menu.label === 'Home' && path === '/'
        return (
          <Link
            key={menu.label}
            to={menu.to as string}
            className={css.link}
            activeProps={{ 'data-active': true }}
            {...(isHome && { 'data-active': true })}
          >
            {menu.label}
          </Link>
        )
      })}
    </nav>
  )
}

/** The bar at the top of every page. */
export const TopBar = ({ account }: { account: OpenAccount }) => {
  const [isOpen, setOpen] = useState(false)
  const name = account.teamMemberName || account.teamMemberEmail
  return (
    <header className={css.top}>
      <Brand account={account} />
      <Navigation />
      <div className={css.right}>
        <button type="button" className={css.search} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={14} stroke={1.8} aria-hidden />
          <span>Search</span>
          <Keys of="mod K" />
        </button>
        <Suspense fallback={null}>
          <Setup account={account} />
        </Suspense>
        <ActionIcon
          component={Link}
          to={settingsHome()}
          aria-label="Settings"
          title="Settings"
          className={css.wideOnly as string}
        >
          <IconSettings size={17} stroke={1.7} />
        </ActionIcon>
        <span className={css.wideOnly}>
          <Coming
            button={(press) => (
              <ActionIcon aria-label="Help" onClick={press}>
                <IconHelpCircle size={17} stroke={1.7} />
              </ActionIcon>
            )}
            menu={(isOpen) => <HelpMenu isOpen={isOpen} />}
          />
        </span>
        <Coming
          button={(press) => <ProfileButton name={name} onClick={press} />}
          menu={(isOpen) => <ProfileMenu account={account} isOpen={isOpen} />}
        />
        <span className={css.burger}>
          <ActionIcon aria-label="Menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
            <IconMenu2 size={19} stroke={1.7} />
          </ActionIcon>
        </span>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <NarrowMenu onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}
