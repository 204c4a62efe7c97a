import { ActionIcon, Menu } from '@mantine/core'
import { MenuColors } from '@millrace/kit/web'
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconFolderPlus,
  IconFolderSymlink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { DEEPEST } from '../../contract/index.ts'
import { askWhere } from '../moving.ts'
import type { FolderNode } from '../tree/folderTree.ts'
import { useFolderScope } from '../useFolders.ts'
import css from './panel.module.css'
import type { TreeActs } from './useTreeActs.ts'

const Colours = ({ node: { folder } }: { node: FolderNode }) => {
  const { saves } = useFolderScope()
  return <MenuColors color={folder.color} onChange={(color) => saves.change(folder.id, { color })} />
}

/** What can be done with a folder. */
export default function FolderMenu({ node, acts }: { node: FolderNode; acts: TreeActs }) {
  const { kind } = useFolderScope()
  const [isOpen, setOpen] = useState(false)
  const { id, name } = node.folder
  return (
    <Menu position="bottom-start" opened={isOpen} onChange={setOpen} returnFocus={false}>
      <Menu.Target>
        <ActionIcon className={css.dots as string} size={24} aria-label={`Actions for the folder ${name}`}>
          <IconDots size={14} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown w={228}>
        <Menu.Item leftSection={<IconPencil size={15} stroke={1.7} />} onClick={() => acts.rename(id)}>
          Rename
        </Menu.Item>
        {node.level + 1 < DEEPEST && (
          <Menu.Item leftSection={<IconFolderPlus size={15} stroke={1.7} />} onClick={() => acts.make(id)}>
            New folder inside
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconFolderSymlink size={15} stroke={1.7} />}
          onClick={() => askWhere({ kind, ids: [id], name, isFolder: true })}
        >
          Move to…
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={15} stroke={1.7} />} onClick={() => acts.step(node, -1)}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={15} stroke={1.7} />} onClick={() => acts.step(node, 1)}>
          Move down
        </Menu.Item>
        <Menu.Divider />
        <Colours node={node} />
        <Menu.Divider />
        <Menu.Item
          color="red"
          c="var(--neg)"
          leftSection={<IconTrash size={15} stroke={1.7} />}
          onClick={() => void acts.remove(node)}
        >
          Delete folder
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
