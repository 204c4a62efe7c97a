import type { Tx } from '@millrace/kit/server'
import { showsOf } from '../rendering/showWhen.ts'
import { snippetRefsOf } from '../snippets/snippetRefs.ts'
import type { ContentRow } from './rows.ts'

/** Where content is written and by whom. */
export type VersionPlace = {
  accountId: number
  emailId: number
  version: number
  isDraft: boolean
  restoredFrom?: number | null
  memberId: number
  now: Date
}

/** Writes a version: a new one, or over the draft of that number. */
export const writeVersion = async (tx: Tx, place: VersionPlace, content: ContentRow): Promise<void> => {
  const shows = content.editorType === 'unlayer' ? showsOf(content.state) : null
  // A version's content; a draft of the same number is replaced and keeps the time when it was begun.
  await tx.run(
    `insert into email_versions (account_id, email_id, version, is_draft, restored_from, type, subject, preheader, from_name,
       from_email, reply_name, reply_email, cc, bcc, editor_type, state, html, saved_by, created_at, updated_at, snippet_refs, shows)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19, $20, $21)
     on conflict (account_id, email_id, version) do update set is_draft = excluded.is_draft,
       restored_from = excluded.restored_from, type = excluded.type, subject = excluded.subject,
       preheader = excluded.preheader, from_name = excluded.from_name, from_email = excluded.from_email,
       reply_name = excluded.reply_name, reply_email = excluded.reply_email, cc = excluded.cc, bcc = excluded.bcc,
       editor_type = excluded.editor_type, state = excluded.state, html = excluded.html, saved_by = excluded.saved_by,
       updated_at = excluded.updated_at, snippet_refs = excluded.snippet_refs, shows = excluded.shows`,
    [
      place.accountId,
      place.emailId,
      place.version,
      place.isDraft,
      place.restoredFrom ?? null,
      content.type,
      content.subject,
      content.preheader,
      content.fromName,
      content.fromEmail,
      content.replyName,
      content.replyEmail,
      content.cc,
      content.bcc,
      content.editorType,
      content.state ? JSON.stringify(content.state) : null,
      content.html,
      place.memberId,
      place.now,
      snippetRefsOf(content.html, content.subject, content.preheader, content.fromName, content.replyName),
      shows && JSON.stringify(shows),
    ],
  )
}
