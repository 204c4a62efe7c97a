import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconBan, IconCopy } from '@tabler/icons-react'
import type { Broadcast } from '../../contract/broadcast.ts'
import { useDuplicate } from './duplicate.ts'
import { useActions } from './useActions.ts'

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

/** What can be done with the broadcast that is open, besides sending it. */
export default function More({ item }: { item: Broadcast }) {
  const duplicate = useDuplicate()
  const { archive, bringBack, cancel, mayCancel, mayArchive } = useActions(item)
  return (
    <>
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void duplicate(item)}>
        Duplicate
      </Menu.Item>
      {mayCancel && (
        <Menu.Item color="red" c="var(--neg)" leftSection={<IconBan {...ICON} />} onClick={() => void cancel()}>
          Cancel…
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={item.archived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />}
        disabled={!item.archived && !mayArchive}
        onClick={() => (item.archived ? bringBack() : void archive())}
      >
        {item.archived ? 'Bring back' : 'Archive'}
      </Menu.Item>
    </>
  )
}
