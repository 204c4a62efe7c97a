import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = { label: string; isBusy: boolean; size?: 'xs' | 'sm'; children: ReactNode }

/** A button that opens a menu of what can be done; its children are the items. */
export const MenuButton = ({ label, isBusy, size = 'sm', children }: Props) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button
        variant="default"
        size={size}
        loading={isBusy}
        rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden />}
      >
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
