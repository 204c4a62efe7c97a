import { notFound, type Tx } from '@millrace/kit/server'
import type { Editor } from '../../contract/email.ts'
import type { Snippet, SnippetType } from '../../contract/snippet.ts'

/** A snippet as its row. */
export type SnippetRow = {
  id: number
  key: string
  name: string
  description: string
  content: string
  type: SnippetType
  html: string
  editor: Editor | null
  tags: string[]
  aiGenerated: boolean
  previewImage: string | null
  archivedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Columns of a snippet `s` under their names in code. */
export const SNIPPET_COLUMNS = `s.id, s.key, s.name, s.description, s.content, s.type, s.html, s.editor, s.tags,
  s.is_ai_generated as "aiGenerated", s.preview_image as "previewImage", s.archived_at as "archivedAt",
  s.created_at as "createdAt", s.updated_at as "updatedAt"`

/** A snippet's row; 404 where it is not there. `lock` keeps others from writing it. */
export const snippetRow = async (tx: Tx, accountId: number, id: number, lock = false): Promise<SnippetRow> => {
  // One snippet.
  const row = await tx.one<SnippetRow>(
    `select ${SNIPPET_COLUMNS} from snippets s where s.account_id = $1 and s.id = $2${lock ? ' for update' : ''}`,
    [accountId, id],
  )
  if (!row) throw notFound('This snippet does not exist, or it was deleted.')
  return row
}

type Use = { id: number; name: string; refs: string[] }

/** Emails in use whose saved version shows one of these snippets, by the snippet's id. */
export const usesOfSnippets = async (
  tx: Tx,
  accountId: number,
  snippets: readonly { id: number; key: string }[],
): Promise<Map<number, { id: number; name: string }[]>> => {
  const uses = new Map<number, { id: number; name: string }[]>()
  if (!snippets.length) return uses
  const refs = snippets.flatMap(({ id, key }) => [key, `#${id}`])
  // Emails that are not archived, by what their saved version shows.
  const rows = await tx.rows<Use>(
    `select e.id, e.name, v.snippet_refs as refs
     from emails e join email_versions v on v.account_id = $1 and v.email_id = e.id and v.version = e.version
     where e.account_id = $1 and e.archived_at is null and v.snippet_refs && $2::text[] order by e.name, e.account_id, e.id`,
    [accountId, refs],
  )
  for (const { id, key } of snippets) {
    const users = rows.filter((row) => row.refs.includes(key) || row.refs.includes(`#${id}`))
    uses.set(
      id,
      users.map((row) => ({ id: row.id, name: row.name })),
    )
  }
  return uses
}

/** Names of snippets in use that show this one. */
export const snippetsShowing = async (tx: Tx, accountId: number, { id, key }: SnippetRow): Promise<string[]> => {
  // Snippets that show this one.
  const rows = await tx.rows<{ name: string }>(
    `select s.name from snippets s where s.account_id = $1 and s.id <> $2 and s.archived_at is null
       and s.snippet_refs && $3::text[] order by s.name, s.account_id, s.id`,
    [accountId, id, [key, `#${id}`]],
  )
  return rows.map(({ name }) => name)
}

/** A snippet as calls speak of it. */
export const toSnippet = (row: SnippetRow, usedIn: Snippet['usedIn']): Snippet => {
  const { archivedAt, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    archived: archivedAt !== null,
    usedIn,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
