import type { Tx } from '@millrace/kit/server'
import { SNIPPET_BLOCK } from '../../contract/snippet.ts'
import type { ContentRow } from '../store/rows.ts'
import type { By } from '../verbs/emails.ts'
import { snippetsFor } from './inlineSnippets.ts'
import { SNIPPET_COLUMNS, type SnippetRow } from './rows.ts'
import { snippetRefsOf } from './snippetRefs.ts'

const TEXTS = ['subject', 'preheader', 'fromName', 'replyName', 'html'] as const

/** The snippets that content shows, those in them too. */
export const snippetsToCopy = async (tx: Tx, accountId: number, content: ContentRow): Promise<SnippetRow[]> => {
  const refs = snippetRefsOf(...TEXTS.map((text) => content[text]))
  if (!refs.length) return []
  const ids = [...new Set([...(await snippetsFor(tx, accountId, refs)).values()].map(({ id }) => id))]
  // These snippets with everything that is known of them.
  return tx.rows<SnippetRow>(
    `select ${SNIPPET_COLUMNS} from snippets s where s.account_id = $1 and s.id = any($2) order by s.account_id, s.id`,
    [accountId, ids],
  )
}

/** Names a snippet by its key wherever it is named by its id, which is another one elsewhere. */
const byKey = (text: string, snippets: readonly SnippetRow[]) =>
  snippets.reduce(
    (changed, { id, key }) => changed.replace(new RegExp(`snippets\\[\\s*${id}\\s*\\]`, 'g'), `snippets.${key}`),
    text,
  )

/** The same snippet there, made where its key is free. Answers its id. */
const copyOne = async (tx: Tx, now: Date, by: By, row: SnippetRow, all: readonly SnippetRow[]): Promise<number> => {
  const [content, html] = [byKey(row.content, all), byKey(row.html, all)]
  // A copy of a snippet; what has its key there is kept as it is.
  await tx.run(
    `insert into snippets (account_id, key, name, description, content, type, html, editor, tags, is_ai_generated,
       preview_image, snippet_refs, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) on conflict (account_id, key) do nothing`,
    [
      by.accountId,
      row.key,
      row.name,
      row.description,
      content,
      row.type,
      html,
      row.editor ? JSON.stringify(row.editor) : null,
      row.tags,
      row.aiGenerated,
      row.previewImage,
      snippetRefsOf(html, content),
      by.memberId,
      now,
    ],
  )
  // The snippet that has this key there.
  const found = await tx.one<{ id: number }>('select s.id from snippets s where s.account_id = $1 and s.key = $2', [
    by.accountId,
    row.key,
  ])
  return found?.id ?? 0
}

type Block = { slug?: unknown; values?: { snippetId?: unknown } }

const withIds = (state: unknown, ids: ReadonlyMap<number, number>): unknown => {
  if (Array.isArray(state)) return state.map((one) => withIds(one, ids))
  if (typeof state !== 'object' || state === null) return state
  const { slug, values } = state as Block
  const copy = Object.fromEntries(Object.entries(state).map(([key, value]) => [key, withIds(value, ids)]))
  const id = slug === SNIPPET_BLOCK ? ids.get(Number(values?.snippetId)) : undefined
  return id === undefined ? copy : { ...copy, values: { ...(copy.values as object), snippetId: id } }
}

/** Content whose snippets are copied into the account that it is going to. */
export const withCopiedSnippets = async (
  tx: Tx,
  now: Date,
  by: By,
  snippets: readonly SnippetRow[],
  content: ContentRow,
): Promise<ContentRow> => {
  if (!snippets.length) return content
  const ids = new Map<number, number>()
  for (const row of snippets) ids.set(row.id, await copyOne(tx, now, by, row, snippets))
  const copy = { ...content }
  for (const text of TEXTS) copy[text] = byKey(content[text], snippets)
  if (content.state) {
    const named = JSON.parse(byKey(JSON.stringify(content.state), snippets)) as Record<string, unknown>
    copy.state = withIds(named, ids) as Record<string, unknown>
  }
  return copy
}
