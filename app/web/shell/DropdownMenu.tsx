import { Menu } from '@mantine/core'
import { Link } from '@millrace/kit/web'
import { DropdownButton } from './DropdownButton.tsx'
import type { Menu as MenuEntry } from './siteMenus.tsx'

/** An entry of the top bar with what is below it. */
export default function DropdownMenu({ menu, isActive }: { menu: MenuEntry; isActive: boolean }) {
  return (
    <Menu trigger="click-hover" openDelay={60} position="bottom-start">
      <Menu.Target>
        <DropdownButton label={menu.label} isActive={isActive} />
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
