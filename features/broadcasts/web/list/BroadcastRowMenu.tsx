import { Menu } from '@mantine/core'
import { foldersContract } from '@millrace/folders/contract'
import { FolderMenuItems, useFolderScope } from '@millrace/folders/web'
import { forget, useGo } from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconBan, IconCopy, IconPencil } from '@tabler/icons-react'
import type { Broadcast } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import { isEditable } from '../../contract/statuses.ts'
import { useDuplicate } from '../parts/duplicate.ts'
import { useActions } from '../parts/useActions.ts'

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

/** What can be done with a broadcast in the list. */
export default function BroadcastRowMenu({ of }: { of: Broadcast }) {
  const go = useGo()
  const { keepBeside } = useFolderScope()
  const duplicate = useDuplicate(async (made) => {
    await keepBeside(of.id, made.id)
    await forget(calls.listBroadcasts, foldersContract.listFolders)
  })
  const { archive, bringBack, cancel, mayCancel, mayArchive } = useActions(of)
  return (
    <>
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => go(`/broadcasts/${of.id}`)}>
        {isEditable(of.status) ? 'Edit' : 'Open'}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void duplicate(of)}>
        Duplicate
      </Menu.Item>
      {!of.archived && <FolderMenuItems id={of.id} name={of.name} />}
      <Menu.Divider />
      {mayCancel && (
        <Menu.Item color="red" c="var(--neg)" leftSection={<IconBan {...ICON} />} onClick={() => void cancel()}>
          Cancel…
        </Menu.Item>
      )}
      {of.archived ? (
        <Menu.Item leftSection={<IconArchiveOff {...ICON} />} onClick={bringBack}>
          Bring back
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArchive {...ICON} />} disabled={!mayArchive} onClick={() => void archive()}>
          Archive
        </Menu.Item>
      )}
    </>
  )
}
