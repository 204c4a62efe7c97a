import { Menu } from '@mantine/core'
import { Link, useLateMenu } from '@millrace/kit/web'
import { useObjectEntries } from '@millrace/objects/web'
import { IconCube } from '@tabler/icons-react'
import { DropdownButton } from './DropdownButton.tsx'
import type { Menu as MenuEntry } from './siteMenus.tsx'

/** The kinds of objects stand below people, whatever they are called. */
const Objects = () =>
  useObjectEntries().map(({ label, to }) => (
    <Menu.Item key={to} component={Link} to={to} leftSection={<IconCube size={15} stroke={1.7} />}>
      {label}
    </Menu.Item>
  ))

type Props = { menu: MenuEntry; isActive: boolean; isOpen: boolean }

/** An entry of the top bar with what is below it. */
export default function DropdownMenu({ menu, isActive, isOpen }: Props) {
  const late = useLateMenu(isOpen)
  return (
    <Menu trigger="click-hover" {...late.menu} openDelay={60} position="bottom-start">
      <Menu.Target>
        <DropdownButton ref={late.button} label={menu.label} isActive={isActive} />
      </Menu.Target>
      <Menu.Dropdown miw={190}>
        {menu.items?.map(({ label, to, icon: Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={Icon && <Icon size={15} stroke={1.7} />}>
            {label}
          </Menu.Item>
        ))}
        {menu.to === '/people' && <Objects />}
      </Menu.Dropdown>
    </Menu>
  )
}
