import type { ItemSource } from '@millrace/folders/server'
import type { House } from '@millrace/kit/server'
import type { EmailPorts } from './ports.ts'
import { archiveEmails } from './verbs/emails.ts'

/** Emails as folders list them, latest change first. */
const ITEMS = `select id::text, name, archived_at is not null as "isArchived" from emails where account_id = $1
  order by updated_at desc, emails.id desc`

/** Emails as the items of folders: a deleted folder's are archived, unless an active flow sends one of them. */
export const emailsInFolders = (house: House, ports: Pick<EmailPorts, 'usedIn'>): ItemSource => ({
  items: (tx, accountId) => tx.rows(ITEMS, [accountId], 'emails-in-folders'),
  remove: (tx, { accountId }, ids) =>
    archiveEmails(
      tx,
      house.clock.now(),
      ports,
      accountId,
      ids.map(Number).sort((a, b) => a - b),
    ),
})
