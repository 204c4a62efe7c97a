import { conflict, type House, refused, type Tx } from '@millrace/kit/server'
import type { Snippet } from '../../contract/snippet.ts'
import type { NewSnippet, SnippetPatch } from '../../contract/snippetCalls.ts'
import { checkLiquid } from '../liquid/checkLiquid.ts'
import { plainLiquid } from '../liquid/protect.ts'
import type { By } from '../verbs/emails.ts'
import { type SnippetRow, snippetRow, snippetsShowing, toSnippet, usesOfSnippets } from './rows.ts'
import { snippetHtml } from './snippetHtml.ts'
import { snippetRefsOf } from './snippetRefs.ts'

const keyFor = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || 'snippet'

/** A key that no snippet of the account has: the name's, with a number where it is taken. */
const freeKey = async (tx: Tx, accountId: number, name: string) => {
  // A key may not be read as an id or a number.
  const key = /^\d/.test(keyFor(name)) ? `s_${keyFor(name)}` : keyFor(name)
  // Keys that begin alike.
  const rows = await tx.rows<{ key: string }>(
    'select s.key from snippets s where s.account_id = $1 and starts_with(s.key, $2)',
    [accountId, key],
  )
  const taken = new Set(rows.map((row) => row.key))
  let free = key
  for (let number = 2; taken.has(free); number++) free = `${key}_${number}`
  return free
}

const refuseBadLiquid = (content: string) => {
  const problems = checkLiquid(plainLiquid(content))
  if (!problems.length) return
  const told = problems.map(({ message, line, column }) => `${message} (line ${line}, column ${column})`)
  throw refused(
    `Couldn't process Liquid tags: ${told.join('; ')}`,
    problems.map(({ message, line, column }) => ({ path: ['content', line, column], message })),
  )
}

const shape = async (tx: Tx, accountId: number, row: SnippetRow): Promise<Snippet> =>
  toSnippet(row, (await usesOfSnippets(tx, accountId, [row])).get(row.id) ?? [])

/** One snippet. */
export const getSnippet = (house: House, accountId: number, id: number): Promise<Snippet> =>
  house.db.account(accountId, async (tx) => shape(tx, accountId, await snippetRow(tx, accountId, id)))

/** Makes a snippet. */
export const createSnippet = (house: House, { accountId, memberId }: By, given: NewSnippet): Promise<Snippet> => {
  refuseBadLiquid(given.content)
  const html = snippetHtml(given.type, given.content)
  return house.db.account(accountId, async (tx) => {
    // One at a time, so that no two get the same key.
    await tx.run("select pg_advisory_xact_lock(hashtext('emails.snippets'), $1)", [accountId])
    const key = await freeKey(tx, accountId, given.name)
    // A new snippet.
    const made = await tx.one<{ id: number }>(
      `insert into snippets (account_id, key, name, description, content, type, html, editor, tags, is_ai_generated,
         preview_image, snippet_refs, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) returning id`,
      [
        accountId,
        key,
        given.name,
        given.description ?? '',
        given.content,
        given.type,
        html,
        given.editor ? JSON.stringify(given.editor) : null,
        given.tags ?? [],
        given.aiGenerated ?? false,
        given.previewImage ?? null,
        snippetRefsOf(html, given.content),
        memberId,
        house.clock.now(),
      ],
    )
    return shape(tx, accountId, await snippetRow(tx, accountId, made?.id ?? 0))
  })
}

/** Says where a snippet is shown, and refuses while it is. */
export const refuseWhileShown = async (tx: Tx, accountId: number, row: SnippetRow): Promise<void> => {
  const emails = ((await usesOfSnippets(tx, accountId, [row])).get(row.id) ?? []).map(({ name }) => name)
  const users = [...emails, ...(await snippetsShowing(tx, accountId, row))].map((name) => `“${name}”`)
  if (users.length) throw conflict(`The snippet “${row.name}” is used in ${users.join(', ')}. Take it out there first.`)
}

/** Archives a snippet in the caller's transaction; refuses where an email shows it. */
export const archiveSnippet = async (tx: Tx, now: Date, accountId: number, id: number): Promise<void> => {
  const row = await snippetRow(tx, accountId, id, true)
  if (row.archivedAt) return
  await refuseWhileShown(tx, accountId, row)
  // The snippet leaves its list.
  await tx.run('update snippets set archived_at = $3, updated_at = $3 where account_id = $1 and id = $2', [
    accountId,
    id,
    now,
  ])
}

/** Saves a snippet; mails that show it change with it. */
export const updateSnippet = (house: House, { accountId }: By, id: number, patch: SnippetPatch): Promise<Snippet> => {
  if (patch.content !== undefined) refuseBadLiquid(patch.content)
  return house.db.account(accountId, async (tx) => {
    const row = await snippetRow(tx, accountId, id, true)
    if (patch.archived && !row.archivedAt) await refuseWhileShown(tx, accountId, row)
    const now = house.clock.now()
    const { content = row.content, type = row.type, editor = row.editor } = patch
    const html = snippetHtml(type, content)
    const archivedAt = patch.archived === undefined ? row.archivedAt : patch.archived ? (row.archivedAt ?? now) : null
    // Everything that may change of a snippet; its key stays.
    await tx.run(
      `update snippets set name = $3, description = $4, content = $5, type = $6, html = $7, editor = $8, tags = $9,
         is_ai_generated = $10, preview_image = $11, snippet_refs = $12, archived_at = $13, updated_at = $14
       where account_id = $1 and id = $2`,
      [
        accountId,
        id,
        patch.name ?? row.name,
        patch.description ?? row.description,
        content,
        type,
        html,
        editor ? JSON.stringify(editor) : null,
        patch.tags ?? row.tags,
        patch.aiGenerated ?? row.aiGenerated,
        patch.previewImage === undefined ? row.previewImage : patch.previewImage,
        snippetRefsOf(html, content),
        archivedAt,
        now,
      ],
    )
    return shape(tx, accountId, await snippetRow(tx, accountId, id))
  })
}

/** Deletes a snippet that nothing shows. */
export const deleteSnippet = (house: House, accountId: number, id: number): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    await refuseWhileShown(tx, accountId, await snippetRow(tx, accountId, id, true))
    // The snippet itself.
    await tx.run('delete from snippets where account_id = $1 and id = $2', [accountId, id])
  })
