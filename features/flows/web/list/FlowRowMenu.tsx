import { Menu } from '@mantine/core'
import { foldersContract } from '@millrace/folders/contract'
import { FolderMenuItems, useFolderScope } from '@millrace/folders/web'
import { useGo, useMutate } from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconCopy, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { flowsContract as calls, type FlowRow } from '../../contract/index.ts'

/** What can be done with a flow in the list. */
export default function FlowRowMenu({ flow }: { flow: FlowRow }) {
  const go = useGo()
  const { keepBeside } = useFolderScope()
  const copy = useMutate(calls.createFlow, {
    invalidates: [calls.listFlows],
    success: 'Flow copied.',
    onDone: ({ integration: { id } }) => void keepBeside(flow.id, id).then(() => go(`/flows/${id}`)),
  })
  const update = useMutate(calls.updateFlow, { invalidates: [calls.listFlows, foldersContract.listFolders] })
  const set = (body: { status?: 'on' | 'deactivated-user'; archived?: boolean }) =>
    update.mutate({ params: { id: flow.id }, body })
  const isOn = flow.status === 'on'
  return (
    <>
      <Menu.Item
        leftSection={isOn ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
        onClick={() => set({ status: isOn ? 'deactivated-user' : 'on' })}
      >
        {isOn ? 'Pause' : 'Activate'}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => copy.mutate({ query: { source: flow.id } })}>
        Copy flow
      </Menu.Item>
      {!flow.archived && <FolderMenuItems id={flow.id} name={flow.name} />}
      <Menu.Divider />
      <Menu.Item
        leftSection={flow.archived ? <IconArchiveOff size={15} /> : <IconArchive size={15} />}
        color={flow.archived ? undefined : 'red'}
        onClick={() => set({ archived: !flow.archived })}
      >
        {flow.archived ? 'Bring back' : 'Archive'}
      </Menu.Item>
    </>
  )
}
