import { conflict, notFound, type Tx } from '@millrace/kit/server'
import type { EditorType, EmailContent } from '../../contract/email.ts'

/** What a version holds, as its row. */
export type ContentRow = {
  type: 'HTML' | 'text'
  subject: string
  preheader: string
  fromName: string
  fromEmail: string
  replyName: string
  replyEmail: string
  cc: string
  bcc: string
  editorType: EditorType
  state: Record<string, unknown> | null
  html: string
}

/** A version as its row. */
export type VersionRow = ContentRow & {
  version: number
  isDraft: boolean
  restoredFrom: number | null
  savedBy: number
  savedByName: string | null
  createdAt: Date
  updatedAt: Date
}

/** An email as its row, without content. */
export type EmailRow = {
  id: number
  accountId: number
  name: string
  version: number
  selectedVersion: number | null
  isStandalone: boolean
  isTransactional: boolean
  aiGenerated: boolean
  canSpamCompliance: 'approved' | 'pending' | 'rejected' | 'manually_approved'
  refusedWhy: string
  communicationCategoryId: number | null
  previewImage: string | null
  archivedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Columns of an email `e` under their names in code. */
export const EMAIL_COLUMNS = `e.id, e.account_id as "accountId", e.name, e.version, e.selected_version as "selectedVersion",
  e.is_standalone as "isStandalone", e.is_transactional as "isTransactional", e.is_ai_generated as "aiGenerated",
  e.can_spam_compliance as "canSpamCompliance", e.refused_why as "refusedWhy", e.communication_category_id as "communicationCategoryId",
  e.preview_image as "previewImage", e.archived_at as "archivedAt", e.created_at as "createdAt", e.updated_at as "updatedAt"`

/** Columns of a version `v` that lists show. */
export const LINE_COLUMNS = `v.type, v.subject, v.preheader, v.from_name as "fromName", v.from_email as "fromEmail",
  v.reply_name as "replyName", v.reply_email as "replyEmail", v.cc, v.bcc, v.editor_type as "editorType"`

/** Columns of a version `v` about itself; `m` is the member who saved it. */
export const VERSION_COLUMNS = `v.version, v.is_draft as "isDraft", v.restored_from as "restoredFrom", v.saved_by as "savedBy",
  m.name as "savedByName", v.created_at as "createdAt", v.updated_at as "updatedAt"`

/** An email's row; 404 where it is not there. `lock` keeps others from writing it. */
export const emailRow = async (tx: Tx, accountId: number, id: number, lock = false): Promise<EmailRow> => {
  // One email.
  const row = await tx.one<EmailRow>(
    `select ${EMAIL_COLUMNS} from emails e where e.account_id = $1 and e.id = $2${lock ? ' for update' : ''}`,
    [accountId, id],
  )
  if (!row) throw notFound('This email does not exist, or it was deleted.')
  return row
}

/** One version with its content; 404 where it is not there. */
export const versionRow = async (tx: Tx, accountId: number, id: number, version: number): Promise<VersionRow> => {
  // One version of an email and who saved it.
  const row = await tx.one<VersionRow>(
    `select ${VERSION_COLUMNS}, ${LINE_COLUMNS}, v.state, v.html
     from email_versions v left join members m on m.id = v.saved_by
     where v.account_id = $1 and v.email_id = $2 and v.version = $3`,
    [accountId, id, version],
  )
  if (!row) throw notFound('This version does not exist.')
  return row
}

/** The highest version of an email, drafts included. */
export const latestRow = async (tx: Tx, accountId: number, id: number): Promise<VersionRow> => {
  // The highest version number of an email.
  const row = await tx.one<{ version: number | null }>(
    'select max(version) as version from email_versions where account_id = $1 and email_id = $2',
    [accountId, id],
  )
  return versionRow(tx, accountId, id, row?.version ?? 0)
}

/** Refuses to write over what was written after `ifUpdatedAt`. */
export const refuseOverwriting = (latest: Pick<VersionRow, 'updatedAt'>, ifUpdatedAt: string | undefined): void => {
  if (ifUpdatedAt === undefined || latest.updatedAt.getTime() === Date.parse(ifUpdatedAt)) return
  throw conflict('This email was changed elsewhere meanwhile.')
}

/** Content as calls speak of it. */
export const contentOf = (row: ContentRow): EmailContent => ({
  type: row.type,
  subject: row.subject,
  preheader: row.preheader,
  fromName: row.fromName,
  fromEmail: row.fromEmail,
  replyName: row.replyName,
  replyEmail: row.replyEmail,
  cc: row.cc,
  bcc: row.bcc,
  editor: { type: row.editorType, state: row.state, html: row.html },
})
