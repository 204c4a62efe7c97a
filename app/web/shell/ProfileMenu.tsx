import { LoadingOverlay, Menu, useMantineColorScheme } from '@mantine/core'
import { accessContract } from '@millrace/access/contract'
import { Link, queryClient, useLateMenu, useMutate } from '@millrace/kit/web'
import {
  IconAddressBook,
  IconBuilding,
  IconCheck,
  IconCreditCard,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconShieldCog,
  IconSun,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { OpenAccount } from '../boot/session.ts'
import { hasPage } from '../hasPage.ts'
import { ProfileButton } from './ProfileButton.tsx'
import css from './ProfileMenu.module.css'

const ENTRIES = [
  { label: 'Manage Accounts', to: '/settings/accounts', icon: IconAddressBook },
  { label: 'Your Account', to: '/settings/account', icon: IconBuilding },
  { label: 'Team Members', to: '/settings/team', icon: IconUsersGroup },
  { label: 'Plan and Billing', to: '/settings/billing', icon: IconCreditCard },
  { label: 'Your Profile', to: '/settings/profile', icon: IconUser },
] as const

const AccountSwitcher = ({ account, onSwitch }: { account: OpenAccount; onSwitch: (id: number) => void }) => {
  if (account.allAccounts.length < 2) return null
  return (
    <>
      <Menu.Label>Accounts</Menu.Label>
      <div className={css.accounts}>
        {account.allAccounts.map(({ id, name, site }) => {
          const isCurrent = id === account.accountId
          return (
            <Menu.Item
              key={id}
              aria-current={isCurrent || undefined}
              data-current={isCurrent || undefined}
              rightSection={isCurrent && <IconCheck size={14} stroke={2} aria-hidden />}
              onClick={() => !isCurrent && onSwitch(id)}
            >
              {name || site || `Account ${id}`}
            </Menu.Item>
          )
        })}
      </div>
      <Menu.Divider />
    </>
  )
}

const SCHEMES = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const

const SchemeChoice = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>Colours</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon size={15} stroke={1.7} aria-hidden />}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

/** Goes on as if freshly opened: nothing of the account before may be left on the page. */
const startOver = (address: string) => {
  queryClient.clear()
  window.location.assign(address)
}

/** Who is signed in, the other accounts, settings of both, and the way out; open from the start where its button was pressed before. */
export default function ProfileMenu({ account, isOpen }: { account: OpenAccount; isOpen: boolean }) {
  const [isLeaving, setLeaving] = useState(false)
  const { button, menu } = useLateMenu(isOpen)
  const switchTo = useMutate(accessContract.switchAccount, {
    onDone: () => startOver('/'),
    onError: () => setLeaving(false),
  })
  const logOut = useMutate(accessContract.logout, { onDone: () => startOver('/login') })
  const name = account.teamMemberName || account.teamMemberEmail
  return (
    <>
      <Menu width={252} {...menu}>
        <Menu.Target>
          <ProfileButton ref={button} name={name} />
        </Menu.Target>
        <Menu.Dropdown>
          <div className={css.who}>
            <b>{name}</b>
            <small>{account.teamMemberEmail}</small>
          </div>
          <Menu.Divider />
          <AccountSwitcher
            account={account}
            onSwitch={(id) => {
              setLeaving(true)
              switchTo.mutate({ params: { id } })
            }}
          />
          {ENTRIES.filter(({ to }) => hasPage(to)).map(({ label, to, icon: Icon }) => (
            <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={15} stroke={1.7} />}>
              {label}
            </Menu.Item>
          ))}
          {account.isAdmin && (
            <Menu.Item
              component={Link}
              to={`/admin/${account.accountId}`}
              leftSection={<IconShieldCog size={15} stroke={1.7} />}
            >
              Open admin panel
            </Menu.Item>
          )}
          <Menu.Divider />
          <SchemeChoice />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={15} stroke={1.7} />} onClick={() => logOut.mutate({})}>
            Log out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LoadingOverlay
        visible={isLeaving}
        pos="fixed"
        zIndex={700}
        loaderProps={{ 'aria-label': 'Switching account' }}
      />
    </>
  )
}
