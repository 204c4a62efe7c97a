import { Menu } from '@mantine/core'
import { IconFolderSymlink, IconStar, IconStarOff } from '@tabler/icons-react'
import { useFolderScope } from '../useFolders.ts'

/** What the menu of a row offers besides its own: to be a favorite, and to lie in another folder, which dragging does too. */
export default function FolderMenuItems({ id, name }: { id: string | number; name: string }) {
  const { askWhere, mayWrite, isFavorite, toggleFavorite } = useFolderScope()
  if (!mayWrite) return null
  const isOn = isFavorite(id)
  const Icon = isOn ? IconStarOff : IconStar
  return (
    <>
      <Menu.Item leftSection={<Icon size={15} stroke={1.7} />} onClick={() => toggleFavorite(id)}>
        {isOn ? 'Remove from favorites' : 'Add to favorites'}
      </Menu.Item>
      <Menu.Item leftSection={<IconFolderSymlink size={15} stroke={1.7} />} onClick={() => askWhere([id], name)}>
        Move to folder…
      </Menu.Item>
    </>
  )
}
