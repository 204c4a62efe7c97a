import { ActionIcon, Menu } from '@mantine/core'
import { Keys, Link, useLateMenu } from '@millrace/kit/web'
import { IconApi, IconHelpCircle, IconInbox, IconKeyboard, IconRocket } from '@tabler/icons-react'
import { hasPage } from '../hasPage.ts'
import { openShortcuts } from '../palette/palette.ts'

/** Where help is found. */
export default function HelpMenu({ isOpen }: { isOpen: boolean }) {
  const { button, menu } = useLateMenu(isOpen)
  return (
    <Menu {...menu}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label="Help">
          <IconHelpCircle size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown miw={210}>
        {hasPage('/start') && (
          <Menu.Item component={Link} to="/start" leftSection={<IconRocket size={15} stroke={1.7} />}>
            Quick Start
          </Menu.Item>
        )}
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconApi size={15} stroke={1.7} />}>
          Developer docs
        </Menu.Item>
        {hasPage('/mailbox') && (
          <Menu.Item component={Link} to="/mailbox" leftSection={<IconInbox size={15} stroke={1.7} />}>
            Mailbox
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconKeyboard size={15} stroke={1.7} />}
          rightSection={<Keys of="?" />}
          onClick={openShortcuts}
        >
          Keyboard shortcuts
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
