import { Menu } from '@mantine/core'
import { IconVersions } from '@tabler/icons-react'
import type { FlowSlotProps } from '../screens/slots.ts'

/** The line of the flow's menu that opens the panel. */
export default function VersionsItem({ open }: FlowSlotProps) {
  return (
    <Menu.Item leftSection={<IconVersions size={15} />} onClick={() => open('versions')}>
      Versions
    </Menu.Item>
  )
}
