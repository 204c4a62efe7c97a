import { ActionIcon } from '@mantine/core'
import { useShortcut } from '@millrace/kit/web'
import { IconListTree } from '@tabler/icons-react'
import type { FlowSlotProps } from '../screens/slots.ts'

/** Opens the list of steps, where everything on the canvas can be done by keyboard. */
export default function OutlineButton({ open, store }: FlowSlotProps) {
  const show = () => open('outline')
  useShortcut('o', 'Outline of the flow', show)
  if (!Object.keys(store.state().document.steps).length) return null
  return (
    <ActionIcon aria-label="Outline" title="Outline (O)" onClick={show}>
      <IconListTree size={17} />
    </ActionIcon>
  )
}
