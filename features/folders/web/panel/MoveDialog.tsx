import { Modal } from '@mantine/core'
import { OptionList } from '@millrace/kit/web'
import { IconFolder, IconFolderOff } from '@tabler/icons-react'
import { askWhere, type Moving } from '../moving.ts'
import { type FolderNode, mayLieIn } from '../tree/folderTree.ts'
import { useFolderScope } from '../useFolders.ts'
import { itemWords } from '../words.ts'
import css from './panel.module.css'

const iconOf = ({ folder, level }: FolderNode) => (
  <IconFolder
    size={15}
    stroke={1.7}
    color={folder.color ?? 'var(--ink-3)'}
    style={{ marginLeft: level * 14, flex: 'none' }}
  />
)

/** Asks into which folder something goes; a name that is not there yet makes a folder. */
export default function MoveDialog({ moving }: { moving: Moving }) {
  const { kind, tree, saves } = useFolderScope()
  if (!tree) return null
  const { ids, isFolder, name } = moving
  const close = () => askWhere(undefined)
  const [id = ''] = ids
  const here = isFolder ? tree.byId.get(id)?.parentId : tree.folderOf.get(id)
  const at = here === tree.root.id ? undefined : here
  const isOne = ids.length === 1
  const fits = (target: string) => !isFolder || mayLieIn(tree, id, target) === true
  const folders = tree.list
    .filter(({ folder }) => fits(folder.id) && !(isFolder && folder.id === id))
    .map((node) => ({
      value: node.folder.id,
      label: node.folder.name,
      icon: iconOf(node),
      ...(isOne && node.folder.id === at && { note: 'lies here' }),
    }))
  const none = {
    value: tree.root.id,
    label: isFolder ? 'In no other folder' : 'No folder',
    icon: <IconFolderOff size={15} stroke={1.7} />,
  }
  const choose = (target: string) => {
    close()
    if (isOne && target === (at ?? tree.root.id)) return
    const isNew = target !== tree.root.id && !tree.byId.has(target)
    if (isNew) saves.create(target, undefined, ids)
    else if (target === tree.root.id && !isFolder && isOne && at) saves.takeOut(at, ids)
    else saves.move(target, { addIds: ids })
  }
  const title = isOne ? `Move “${name}” to` : `Move ${itemWords(kind, ids.length)} to`
  return (
    <Modal opened onClose={close} title={title} size={400} classNames={{ title: css.moveTitle as string }}>
      <OptionList
        label="Folders"
        options={[none, ...folders]}
        value={at ?? tree.root.id}
        onChoose={choose}
        create={(text) => `New folder “${text}”`}
        none="No folder is called that."
      />
    </Modal>
  )
}
