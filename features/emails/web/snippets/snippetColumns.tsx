import { Badge, Tooltip } from '@mantine/core'
import { FolderStar } from '@millrace/folders/web'
import { ago, exactly, type ListColumn, NameCell } from '@millrace/kit/web'
import type { Snippet } from '../../contract/snippet.ts'
import c from '../list/emailList.module.css'

const words = ({ description, content }: Snippet) =>
  description ||
  content
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)

const Name = ({ snippet }: { snippet: Snippet }) => (
  <NameCell
    to={`/emails?view=Snippet&snippet=${snippet.id}`}
    name={snippet.name}
    beside={
      <>
        {!snippet.archived && <FolderStar id={`snippet-${snippet.id}`} name={snippet.name} />}
        {snippet.tags.map((tag) => (
          <Badge key={tag} color="gray">
            {tag}
          </Badge>
        ))}
      </>
    }
    sub={words(snippet)}
  />
)

/** The columns of the list of snippets. */
export const SNIPPET_COLUMNS: readonly ListColumn<Snippet>[] = [
  { id: 'name', title: 'Snippet', render: (snippet) => <Name snippet={snippet} /> },
  {
    id: 'type',
    title: 'Type',
    render: ({ type }) => <span className={c.kind}>{type === 'HTML' ? 'HTML' : 'Text'}</span>,
    isWideOnly: true,
  },
  {
    id: 'key',
    title: 'Merge tag',
    render: ({ key }) => <code className={c.kind}>{`snippets.${key}`}</code>,
    isWideOnly: 'very',
  },
  {
    id: 'usedIn',
    title: 'Used in',
    render: ({ usedIn }) => (
      <Tooltip label={usedIn.map(({ name }) => name).join(', ')} disabled={!usedIn.length}>
        <span className={c.kind}>
          {usedIn.length ? `${usedIn.length} ${usedIn.length === 1 ? 'email' : 'emails'}` : '—'}
        </span>
      </Tooltip>
    ),
    isWideOnly: true,
  },
  {
    id: 'updatedAt',
    title: 'Updated',
    render: ({ updatedAt }) => (
      <Tooltip label={exactly(updatedAt)}>
        <span className={c.kind}>{ago(updatedAt)}</span>
      </Tooltip>
    ),
  },
]
