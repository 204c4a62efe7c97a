import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** The menu in the head of a thing's page: what can be done with it besides the buttons there. Its children are the items. */
export const RecordMenu = ({ name, children }: { name: string; children: ReactNode }) => (
  <Menu>
    <Menu.Target>
      <ActionIcon aria-label={`Actions for ${name}`} variant="default" size={32}>
        <IconDots size={16} stroke={1.7} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown miw={190}>{children}</Menu.Dropdown>
  </Menu>
)
