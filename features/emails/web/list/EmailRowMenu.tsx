import { Menu } from '@mantine/core'
import { foldersContract } from '@millrace/folders/contract'
import { FolderMenuItems, useFolderScope } from '@millrace/folders/web'
import { askFirst, sentenceOf, told, useGo, useMutate } from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconBuilding, IconCopy, IconPencil } from '@tabler/icons-react'
import type { EmailSummary } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'

type Props = { email: EmailSummary; onCopyToAccount: (email: EmailSummary) => void }

/** What can be done with an email in the list. */
export default function EmailRowMenu({ email, onCopyToAccount }: Props) {
  const go = useGo()
  const { keepBeside } = useFolderScope()
  const copy = useMutate(calls.duplicateEmail, {
    invalidates: [calls.listEmails],
    success: 'Email copied.',
    onError: (error) => told.error('Error while copying email.', sentenceOf(error)),
    onDone: ({ email: { id } }) => void keepBeside(email.id, id).then(() => go(`/emails/${id}`)),
  })
  const save = useMutate(calls.updateEmail, {
    invalidates: [calls.listEmails, foldersContract.listFolders],
    onError: (error) => told.error('Error while archiving email.', sentenceOf(error)),
  })
  const archive = async () => {
    const isSure =
      email.archived ||
      (await askFirst({
        title: `Archive “${email.name}”?`,
        children: 'It leaves this list. Nothing is lost: you find it under Archived and can bring it back.',
        confirm: 'Archive',
        danger: true,
      }))
    if (isSure) save.mutate({ params: { id: email.id }, body: { archived: !email.archived } })
  }
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => go(`/emails/${email.id}`)}>
        Edit
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => copy.mutate({ body: { id: email.id } })}>
        Duplicate
      </Menu.Item>
      <Menu.Item leftSection={<IconBuilding size={15} />} onClick={() => onCopyToAccount(email)}>
        Copy to account…
      </Menu.Item>
      {!email.archived && <FolderMenuItems id={email.id} name={email.name} />}
      <Menu.Divider />
      <Menu.Item
        leftSection={email.archived ? <IconArchiveOff size={15} /> : <IconArchive size={15} />}
        color={email.archived ? undefined : 'red'}
        onClick={() => void archive()}
      >
        {email.archived ? 'Bring back' : 'Archive'}
      </Menu.Item>
    </>
  )
}
