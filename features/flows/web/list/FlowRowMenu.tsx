import { Menu } from '@mantine/core'
import { foldersContract } from '@millrace/folders/contract'
import { FolderMenuItems } from '@millrace/folders/web'
import { askFirst, MenuColors, plural, useMutate } from '@millrace/kit/web'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { flowsContract as calls, type FlowRow } from '../../contract/index.ts'
import { type KindWords, useWordsOf } from '../kind/flowKind.ts'

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

type Props = { flow: FlowRow; onAsk(dialog: 'rename' | 'share' | 'copy', id: number): void }

const mayDelete = (flow: FlowRow, { one, many }: KindWords) =>
  askFirst({
    title: `Delete “${flow.name}”?`,
    children:
      flow.queued > 0
        ? `${plural(flow.queued, `${one} is`, `${many} are`)} waiting in it and ${flow.queued === 1 ? 'stops' : 'stop'} there. The flow leaves all lists and cannot be brought back; what people did in it stays in their histories.`
        : 'The flow leaves all lists and cannot be brought back. What people did in it stays in their histories.',
    confirm: 'Delete flow',
    danger: true,
  })

/** What can be done with a flow in the list. */
export default function FlowRowMenu({ flow, onAsk }: Props) {
  const update = useMutate(calls.updateFlow, { invalidates: [calls.listFlows, foldersContract.listFolders] })
  const set = (body: Parameters<typeof update.mutate>[0]['body']) => update.mutate({ params: { id: flow.id }, body })
  const remove = async () => {
    if (await mayDelete(flow, words)) set({ archived: true, deleted: true })
  }
  const words = useWordsOf(flow.objectType)
  const isOn = flow.status === 'on'
  return (
    <>
      {!flow.archived && (
        <Menu.Item
          leftSection={isOn ? <IconPlayerPause {...ICON} /> : <IconPlayerPlay {...ICON} />}
          onClick={() => set({ status: isOn ? 'deactivated-user' : 'on' })}
        >
          {isOn ? 'Pause' : 'Activate'}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => onAsk('rename', flow.id)}>
        Rename…
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => onAsk('copy', flow.id)}>
        Copy flow…
      </Menu.Item>
      <Menu.Item leftSection={<IconShare {...ICON} />} onClick={() => onAsk('share', flow.id)}>
        Share…
      </Menu.Item>
      {!flow.archived && <FolderMenuItems id={flow.id} name={flow.name} />}
      <MenuColors color={flow.color} onChange={(color) => set({ color })} />
      <Menu.Divider />
      <Menu.Item
        leftSection={flow.archived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />}
        onClick={() => set({ archived: !flow.archived })}
      >
        {flow.archived ? 'Bring back' : 'Archive'}
      </Menu.Item>
      <Menu.Item color="red" c="var(--neg)" leftSection={<IconTrash {...ICON} />} onClick={() => void remove()}>
        Delete…
      </Menu.Item>
    </>
  )
}
