import { Menu } from '@mantine/core'
import { IconCopy, IconShare } from '@tabler/icons-react'
import type { FlowSlotProps } from '../screens/slots.ts'

/** Sharing and copying, in the menu of a flow. */
export default function ShareMenuItems({ open }: Pick<FlowSlotProps, 'open'>) {
  return (
    <>
      <Menu.Item leftSection={<IconShare size={15} />} onClick={() => open('share')}>
        Share…
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => open('copy')}>
        Copy flow…
      </Menu.Item>
    </>
  )
}
