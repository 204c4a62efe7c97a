import type { ItemSource } from '@millrace/folders/server'
import type { House } from '@millrace/kit/server'
import type { EmailPorts } from './ports.ts'
import { SNIPPET_ITEM } from './snippets/listSnippets.ts'
import { archiveSnippet } from './snippets/snippets.ts'
import { archiveEmails } from './verbs/emails.ts'

/** Emails and snippets as folders list them, emails first, latest change first. */
const ITEMS = `select id, name, "isArchived" from (
    select 1 as kind, e.id::text as id, e.name, e.archived_at is not null as "isArchived", e.updated_at as at
    from emails e where e.account_id = $1
    union all
    select 2, '${SNIPPET_ITEM}' || s.id, s.name, s.archived_at is not null, s.updated_at
    from snippets s where s.account_id = $1
  ) items order by kind, at desc, id desc`

const numbersOf = (ids: readonly string[]) => ids.map(Number).sort((a, b) => a - b)

/** Emails and snippets as the items of folders: a deleted folder's are archived, unless something in use shows one of them. */
export const emailsInFolders = (house: House, ports: Pick<EmailPorts, 'usedIn'>): ItemSource => ({
  items: (tx, accountId) => tx.rows(ITEMS, [accountId], 'emails-in-folders'),
  remove: async (tx, { accountId }, ids) => {
    const now = house.clock.now()
    const snippets = ids.filter((id) => id.startsWith(SNIPPET_ITEM))
    const emails = ids.filter((id) => !id.startsWith(SNIPPET_ITEM))
    await archiveEmails(tx, now, ports, accountId, numbersOf(emails))
    for (const id of numbersOf(snippets.map((item) => item.slice(SNIPPET_ITEM.length)))) {
      await archiveSnippet(tx, now, accountId, id)
    }
  },
})
