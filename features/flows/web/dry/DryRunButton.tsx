import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { FlowSlotProps } from '../screens/slots.ts'
import css from './dryButton.module.css'

/** Opens the dry run, where somebody may look at people. */
export default function DryRunButton({ open }: FlowSlotProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconPlayerPlay size={14} />}
      aria-label="Dry run"
      classNames={{ root: css.open as string, section: css.openIcon as string }}
      onClick={() => open('dry-run')}
    >
      <span className={css.openWord}>Dry run</span>
    </Button>
  )
}
