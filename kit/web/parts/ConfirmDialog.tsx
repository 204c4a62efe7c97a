import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'

type Question = {
  /** A question: "Archive 12 people?" */
  title: string
  /** What will happen, to how many, and whether it can be undone. */
  children: ReactNode
  /** The word on the button: what it does ("Archive"), never "OK". */
  confirm: string
  /** Red: it takes something away. */
  danger?: boolean
}

type Props = Question & { opened: boolean; onClose: () => void; onConfirm: () => unknown }

/** Asks before something that cannot simply be taken back; says what it does and to how many. */
export const ConfirmDialog = ({ opened, onClose, onConfirm, title, children, confirm, danger }: Props) => {
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
    <Modal opened={opened} onClose={onClose} title={title} size={420}>
      <Text component="div" size="sm" c="dimmed">
        {children}
      </Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color={danger ? 'red' : 'iris'} loading={isBusy} onClick={() => void act()} data-autofocus>
          {confirm}
        </Button>
      </Group>
    </Modal>
  )
}

type Asked = Question & { answer: (isYes: boolean) => void }
let asked: Asked | undefined
const listeners = new Set<() => void>()

const show = (next: Asked | undefined) => {
  asked = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Asks from anywhere: `if (await askFirst({ title: 'Delete this tag?', children: '…', confirm: 'Delete', danger: true })) …` */
export const askFirst = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked?.answer(false)
    show({ ...question, answer: resolve })
  })

/** The place where `askFirst` asks; the boot puts it there once. */
export const AskHost = () => {
  const now = useSyncExternalStore(subscribe, () => asked)
  const [last, setLast] = useState<Asked>()
  if (now && now !== last) setLast(now)
  if (!last) return null
  const end = (isYes: boolean) => {
    now?.answer(isYes)
    show(undefined)
  }
  return <ConfirmDialog {...last} opened={now !== undefined} onClose={() => end(false)} onConfirm={() => end(true)} />
}
