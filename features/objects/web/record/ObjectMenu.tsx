import { Menu } from '@mantine/core'
import { askFirst, forget, RecordMenu, useGo, useMutate } from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react'
import { type ObjectRecord, type ObjectSchema, objectsContract } from '../../contract/index.ts'
import { addressOfSchema, nameOfObject, OBJECT_CALLS } from '../data.ts'

/** What can be done with an object besides editing. */
export default function ObjectMenu({ schema, object }: { schema: ObjectSchema; object: ObjectRecord }) {
  const go = useGo()
  const name = nameOfObject(schema, object)
  const one = schema.displayNameSingular
  const params = { objectName: schema.name, id: object.id }
  const refresh = () => void forget(...OBJECT_CALLS)
  const archive = useMutate(objectsContract.deleteObject, { success: `${one} archived.`, onDone: refresh })
  // Whoever saves an archived object brings it back.
  const restore = useMutate(objectsContract.updateObject, { success: `${one} restored.`, onDone: refresh })
  const remove = useMutate(objectsContract.deleteObject, {
    success: `${one} has been deleted.`,
    onDone: () => {
      refresh()
      go(addressOfSchema(schema.name))
    },
  })
  const askArchive = async () => {
    const isSure = await askFirst({
      title: `Archive ${name}?`,
      children: 'It leaves lists, segments and what it is tied to. You can bring it back.',
      confirm: 'Archive',
    })
    if (isSure) archive.mutate({ params, query: {} })
  }
  const askDelete = async () => {
    const isSure = await askFirst({
      title: `Delete ${name} for good?`,
      children: 'Its fields and everything that ties it are removed. This cannot be undone.',
      confirm: 'Delete for good',
      danger: true,
    })
    if (isSure) remove.mutate({ params, query: { force: true } })
  }
  return (
    <RecordMenu name={name}>
      {object.archived ? (
        <Menu.Item
          leftSection={<IconArchiveOff size={15} stroke={1.7} />}
          onClick={() => restore.mutate({ params, body: {} })}
        >
          Restore
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArchive size={15} stroke={1.7} />} onClick={() => void askArchive()}>
          Archive
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.7} />} onClick={() => void askDelete()}>
        Delete for good
      </Menu.Item>
    </RecordMenu>
  )
}
