import { Menu } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import type { FlowSlotProps } from '../screens/slots.ts'

/** The line of the flow's menu that opens the panel. */
export default function TraceItem({ open }: FlowSlotProps) {
  return (
    <Menu.Item leftSection={<IconRoute size={15} />} onClick={() => open('trace')}>
      Follow a person
    </Menu.Item>
  )
}
