import { ActionIcon, Tooltip } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'

type ToolProps = { label: string; Icon: TablerIcon; onClick: () => void; isOff?: boolean }

/** A small button at the head of the settings. */
export const Tool = ({ label, Icon, onClick, isOff }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon size={28} aria-label={label} onClick={onClick} disabled={isOff ?? false}>
      <Icon size={15} />
    </ActionIcon>
  </Tooltip>
)
