import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { FlowSlotProps } from '../screens/slots.ts'

/** Opens the dry run, where somebody may look at people. */
export default function DryRunButton({ open }: FlowSlotProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconPlayerPlay size={14} />}
      onClick={() => open('dry-run')}
    >
      Dry run
    </Button>
  )
}
