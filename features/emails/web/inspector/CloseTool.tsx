import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEditor } from '../editor/EditorContext.tsx'
import c from './inspector.module.css'

/** Puts the settings away where they lie over the mail: on narrow screens. */
export const CloseTool = () => {
  const store = useEditor()
  return (
    <ActionIcon
      size={28}
      className={c.close ?? ''}
      aria-label="Close the settings"
      onClick={() => store.select(undefined)}
    >
      <IconX size={15} />
    </ActionIcon>
  )
}
