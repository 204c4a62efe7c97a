import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { type Broadcast, DEFAULT_NAME } from '../../contract/broadcast.ts'
import type { Saves } from './useSaves.ts'

/** Renames a broadcast, at any time. */
export default function Rename({ item, saves }: { item: Broadcast; saves: Saves }) {
  const [typed, setTyped] = useState<string>()
  return (
    <Popover position="bottom-start" trapFocus onClose={() => setTyped(undefined)}>
      <Popover.Target>
        <ActionIcon aria-label="Rename" size={26} onClick={() => setTyped(item.name)}>
          <IconPencil size={15} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          label="Name"
          description="Only you and your team see it."
          value={typed ?? item.name}
          maxLength={255}
          w={280}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            saves.change({ name: event.currentTarget.value.trim() || DEFAULT_NAME }, true)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
