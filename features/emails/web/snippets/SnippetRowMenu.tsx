import { Menu } from '@mantine/core'
import { FolderMenuItems, useFolderScope } from '@millrace/folders/web'
import { copyText, useGo } from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconBraces, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { type Snippet, snippetTag } from '../../contract/snippet.ts'
import { useSnippetActs } from './useSnippetActs.ts'

/** What can be done with a snippet in the list. */
export default function SnippetRowMenu({ snippet }: { snippet: Snippet }) {
  const go = useGo()
  const { keepBeside } = useFolderScope()
  const item = `snippet-${snippet.id}`
  const acts = useSnippetActs((id) => void keepBeside(item, `snippet-${id}`))
  return (
    <>
      <Menu.Item
        leftSection={<IconPencil size={15} />}
        onClick={() => go(`/emails?view=Snippet&snippet=${snippet.id}`)}
      >
        Edit
      </Menu.Item>
      <Menu.Item leftSection={<IconBraces size={15} />} onClick={() => void copyText(snippetTag(snippet.key))}>
        Copy merge tag
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => acts.copy(snippet)}>
        Duplicate
      </Menu.Item>
      {!snippet.archived && <FolderMenuItems id={item} name={snippet.name} />}
      <Menu.Divider />
      <Menu.Item
        leftSection={snippet.archived ? <IconArchiveOff size={15} /> : <IconArchive size={15} />}
        color={snippet.archived ? undefined : 'red'}
        onClick={() => void acts.archive(snippet)}
      >
        {snippet.archived ? 'Bring back' : 'Archive'}
      </Menu.Item>
      {snippet.archived && (
        <Menu.Item leftSection={<IconTrash size={15} />} color="red" onClick={() => void acts.remove(snippet)}>
          Delete
        </Menu.Item>
      )}
    </>
  )
}
