import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { Question } from './askFirst.ts'

type Props = Question & {
  opened: boolean
  onClose: () => void
  onConfirm: () => unknown
  /** False where Escape is heard elsewhere. */
  closeOnEscape?: boolean
}

/** Asks before something that cannot simply be taken back; says what it does and to how many. */
export const ConfirmDialog = ({
  opened,
  onClose,
  onConfirm,
  title,
  children,
  confirm,
  danger,
  isHeld = false,
  closeOnEscape = true,
}: Props) => {
  const [isBusy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    // Above the panel that it is asked over, whichever of them came to the page first.
    <Modal opened={opened} onClose={onClose} title={title} size={420} zIndex={290} closeOnEscape={closeOnEscape}>
      <Text component="div" size="sm" c="dimmed">
        {children}
      </Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus={isHeld || undefined}>
          Cancel
        </Button>
        <Button
          color={danger ? 'red' : 'iris'}
          loading={isBusy}
          disabled={isHeld}
          onClick={() => void act()}
          data-autofocus={!isHeld || undefined}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  )
}
