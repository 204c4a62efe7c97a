import { ActionIcon, Badge, Menu, Tooltip } from '@mantine/core'
import { foldersContract } from '@millrace/folders/contract'
import { FolderMenuItems, FolderStar, useFolderScope, useRowDrag } from '@millrace/folders/web'
import { ago, askFirst, count, exactly, Link, Meter, share, useGo, useMay, useMutate } from '@millrace/kit/web'
import {
  IconArchive,
  IconArchiveOff,
  IconCode,
  IconCopy,
  IconDots,
  IconLayoutGrid,
  IconPencil,
  IconPilcrow,
} from '@tabler/icons-react'
import { emailCalls as calls } from '../../contract/calls.ts'
import type { EmailSummary } from '../../contract/email.ts'
import c from './emailList.module.css'

const KINDS = {
  unlayer: { Icon: IconLayoutGrid, name: 'Blocks' },
  richtext: { Icon: IconPilcrow, name: 'Rich text' },
  visual: { Icon: IconLayoutGrid, name: 'Visual' },
  preview: { Icon: IconCode, name: 'HTML' },
}

const RowMenu = ({ email }: { email: EmailSummary }) => {
  const go = useGo()
  const { keepBeside } = useFolderScope()
  const copy = useMutate(calls.duplicateEmail, {
    invalidates: [calls.listEmails],
    success: 'Email copied.',
    onDone: ({ email: { id } }) => void keepBeside(email.id, id).then(() => go(`/emails/${id}`)),
  })
  const save = useMutate(calls.updateEmail, { invalidates: [calls.listEmails, foldersContract.listFolders] })
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
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${email.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => go(`/emails/${email.id}`)}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => copy.mutate({ body: { id: email.id } })}>
          Duplicate
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
      </Menu.Dropdown>
    </Menu>
  )
}

const UsedIn = ({ flows }: { flows: EmailSummary['usedIn'] }) => {
  const [first, ...rest] = flows
  if (!first) return <span className={c.faint}>—</span>
  return (
    <span className={c.flows}>
      <Link to={`/flows/${first.id}`}>{first.name}</Link>
      {rest.length > 0 && (
        <Tooltip label={rest.map(({ name }) => name).join(', ')}>
          <Badge color="gray">+{rest.length}</Badge>
        </Tooltip>
      )}
    </span>
  )
}

const Share = ({ part, whole }: { part: number; whole: number }) =>
  whole > 0 ? <Meter value={part / whole} label={share(part, whole)} /> : <span className={c.faint}>—</span>

/** One email in the list. */
export const EmailRow = ({ email }: { email: EmailSummary }) => {
  const { Icon, name } = KINDS[email.editor.type]
  const { sent = 0, opened = 0, clicked = 0 } = email.stats ?? {}
  const drag = useRowDrag()
  return (
    <tr {...(!email.archived && drag(email.id, email.name))}>
      <td className={c.email}>
        <span className={c.nameLine}>
          <Link to={`/emails/${email.id}`} className={c.name}>
            {email.name}
          </Link>
          {!email.archived && <FolderStar id={email.id} name={email.name} />}
          {email.hasDraft && <Badge color="amber">Draft</Badge>}
          {email.isTransactional && <Badge color="gray">Transactional</Badge>}
        </span>
        <div className={c.sub}>{email.subject}</div>
      </td>
      <td className={c.wideOnly}>
        <span className={c.kind}>
          <Icon size={15} stroke={1.7} aria-hidden />
          {name}
        </span>
      </td>
      <td className={c.wideOnly}>
        <UsedIn flows={email.usedIn} />
      </td>
      <td className={`${c.number} ${c.wideOnly}`}>{sent ? count(sent) : <span className={c.faint}>—</span>}</td>
      <td className={c.wideOnly}>
        <Share part={opened} whole={sent} />
      </td>
      <td className={c.wideOnly}>
        <Share part={clicked} whole={sent} />
      </td>
      <td>
        <Tooltip label={exactly(email.updatedAt)}>
          <span className={c.kind}>{ago(email.updatedAt)}</span>
        </Tooltip>
      </td>
      <td className={c.number}>{useMay('emails:write') && <RowMenu email={email} />}</td>
    </tr>
  )
}
