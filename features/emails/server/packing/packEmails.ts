import type { Tx } from '@millrace/kit/server'
import { type EmailRow, LINE_COLUMNS } from '../store/rows.ts'
import type { PackedContent, PackedEmail, PackedSender } from './packedEmail.ts'

/** Emails as they are sent. */
const EMAILS = `select e.id, e.name, e.is_transactional as "isTransactional", e.preview_image as "previewImage",
    ${LINE_COLUMNS}, v.state, v.html
  from emails e join email_versions v on v.account_id = e.account_id and v.email_id = e.id and v.version = e.version
  where e.account_id = $1 and e.id = any($2::bigint[]) order by e.account_id, e.id`

type Row = Pick<EmailRow, 'id' | 'name' | 'isTransactional' | 'previewImage'> & PackedContent & PackedSender

/** Emails of an account with the content that is sent, to be taken in elsewhere; ids that are not there are left out. */
export const packEmails = async (tx: Tx, accountId: number, ids: readonly number[]): Promise<PackedEmail[]> => {
  const rows = ids.length ? await tx.rows<Row>(EMAILS, [accountId, ids], 'emails-pack') : []
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isTransactional: row.isTransactional,
    previewImage: row.previewImage,
    content: {
      type: row.type,
      subject: row.subject,
      preheader: row.preheader,
      editorType: row.editorType,
      state: row.state,
      html: row.html,
    },
    sender: {
      fromName: row.fromName,
      fromEmail: row.fromEmail,
      replyName: row.replyName,
      replyEmail: row.replyEmail,
      cc: row.cc,
      bcc: row.bcc,
    },
  }))
}
