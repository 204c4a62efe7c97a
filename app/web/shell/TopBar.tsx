import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { Keys, Link, usePath } from '@millrace/kit/web'
import { IconChevronDown, IconMenu2, IconSearch, IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { OpenAccount } from '../boot/session.ts'
import { openPalette } from '../palette/palette.ts'
import { Brand } from './Brand.tsx'
import { HelpMenu } from './HelpMenu.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import css from './Shell.module.css'
import { barMenus, type Menu as MenuEntry, settingsHome } from './siteMenus.tsx'

const Setup = lazy(() => import('./Setup.tsx'))
const NarrowMenu = lazy(() => import('./NarrowMenu.tsx'))

const isBelow = (path: string, to: string) => path === to || path.startsWith(`${to}/`)

const Dropdown = ({ menu, isActive }: { menu: MenuEntry; isActive: boolean }) => {
  const inside = (
    <>
      {menu.label}
      <IconChevronDown size={13} stroke={2} aria-hidden />
    </>
  )
  const active = isActive ? { 'data-active': true } : {}
  return (
    <Menu trigger="click-hover" openDelay={60} position="bottom-start">
      <Menu.Target>
        <button type="button" className={css.link} {...active}>
          {inside}
        </button>
      </Menu.Target>
      <Menu.Dropdown miw={190}>
        {menu.items?.map(({ label, to, icon: Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={Icon && <Icon size={15} stroke={1.7} />}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const Navigation = () => {
  const path = usePath()
  return (
    <nav className={css.nav} aria-label="Main">
      {barMenus().map((menu) => {
        if (menu.items) {
          const isActive = menu.items.some(({ to }) => isBelow(path, to))
          return <Dropdown key={menu.label} menu={menu} isActive={isActive} />
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
  const settings = settingsHome()
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
        {settings && (
          <Tooltip label="Settings">
            <ActionIcon component={Link} to={settings} aria-label="Settings" className={css.wideOnly as string}>
              <IconSettings size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        <span className={css.wideOnly}>
          <HelpMenu />
        </span>
        <ProfileMenu account={account} />
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
