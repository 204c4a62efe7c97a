import { Badge, Tooltip } from '@mantine/core'
import { FolderStar } from '@millrace/folders/web'
import { ago, count, exactly, Link, type ListColumn, Meter, NameCell, share } from '@millrace/kit/web'
import { IconCode, IconLayoutGrid, IconPilcrow } from '@tabler/icons-react'
import type { EmailSummary } from '../../contract/email.ts'
import { EmailPicture } from '../parts/NamedEmail.tsx'
import c from './emailList.module.css'

const KINDS = {
  unlayer: { Icon: IconLayoutGrid, name: 'Blocks' },
  richtext: { Icon: IconPilcrow, name: 'Rich text' },
  visual: { Icon: IconLayoutGrid, name: 'Visual' },
  preview: { Icon: IconCode, name: 'HTML' },
}

const Kind = ({ type }: { type: keyof typeof KINDS }) => {
  const { Icon, name } = KINDS[type]
  return (
    <span className={c.kind}>
      <Icon size={15} stroke={1.7} aria-hidden />
      {name}
    </span>
  )
}

const Nothing = () => <span className={c.faint}>—</span>

const UsedIn = ({ flows }: { flows: EmailSummary['usedIn'] }) => {
  const [first, ...rest] = flows
  if (!first) return <Nothing />
  return (
    <span className={c.flows}>
      <Link to={`/${first.kind === 'broadcast' ? 'broadcasts' : 'flows'}/${first.id}`}>{first.name}</Link>
      {rest.length > 0 && (
        <Tooltip label={rest.map(({ name }) => name).join(', ')}>
          <Badge color="gray">+{rest.length}</Badge>
        </Tooltip>
      )}
    </span>
  )
}

const Share = ({ part, whole }: { part: number; whole: number }) =>
  whole > 0 ? <Meter value={part / whole} label={share(part, whole)} /> : <Nothing />

const Name = ({ email }: { email: EmailSummary }) => (
  <span className={c.named}>
    <EmailPicture src={email.previewImage} />
    <span className={c.lines}>
      <NameCell
        to={`/emails/${email.id}`}
        name={email.name}
        beside={
          <>
            {!email.archived && <FolderStar id={email.id} name={email.name} />}
            {email.hasDraft && <Badge color="amber">Draft</Badge>}
            {email.canSpamCompliance === 'rejected' && <Badge color="red">Refused</Badge>}
            {email.canSpamCompliance === 'pending' && <Badge color="amber">In review</Badge>}
            {email.isTransactional && <Badge color="gray">Transactional</Badge>}
          </>
        }
        sub={email.subject}
      />
    </span>
  </span>
)

/** The columns of the list of emails; the server sorts. */
export const EMAIL_COLUMNS: readonly ListColumn<EmailSummary>[] = [
  { id: 'name', title: 'Email', render: (email) => <Name email={email} />, sortBy: ({ name }) => name },
  { id: 'editor', title: 'Editor', render: ({ editor }) => <Kind type={editor.type} />, isWideOnly: 'very' },
  { id: 'usedIn', title: 'Used in', render: ({ usedIn }) => <UsedIn flows={usedIn} />, isWideOnly: true },
  {
    id: 'sent',
    title: 'Sent',
    render: ({ stats }) => (stats?.sent ? count(stats.sent) : <Nothing />),
    align: 'right',
    isWideOnly: true,
  },
  {
    id: 'opened',
    title: 'Opened',
    render: ({ stats }) => <Share part={stats?.opened ?? 0} whole={stats?.arrived ?? 0} />,
    isWideOnly: true,
  },
  {
    id: 'clicked',
    title: 'Clicked',
    render: ({ stats }) => <Share part={stats?.clicked ?? 0} whole={stats?.arrived ?? 0} />,
    isWideOnly: 'very',
  },
  {
    id: 'updatedAt',
    title: 'Updated',
    render: ({ updatedAt }) => (
      <Tooltip label={exactly(updatedAt)}>
        <span className={c.kind}>{ago(updatedAt)}</span>
      </Tooltip>
    ),
    sortBy: ({ updatedAt }) => updatedAt,
    isDownFirst: true,
  },
]
