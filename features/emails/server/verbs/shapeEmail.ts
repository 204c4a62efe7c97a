import type { Tx } from '@millrace/kit/server'
import type { Email, EmailSummary, Version, VersionSummary } from '../../contract/email.ts'
import type { EmailPorts } from '../ports.ts'
import { type ContentRow, contentOf, type EmailRow, type VersionRow, versionRow } from '../store/rows.ts'
import { mergeTagsOf } from './mergeTags.ts'

/** What the row of an email does not say itself. */
export type About = Pick<EmailSummary, 'stats' | 'usedIn' | 'hasDraft'>

const aboutOf = (row: EmailRow, about: About) => ({
  id: row.id,
  accountId: row.accountId,
  name: row.name,
  archived: row.archivedAt !== null,
  isStandalone: row.isStandalone,
  isTransactional: row.isTransactional,
  aiGenerated: row.aiGenerated,
  canSpamCompliance: row.canSpamCompliance,
  refusedWhy: row.refusedWhy,
  communicationCategoryId: row.communicationCategoryId,
  previewImage: row.previewImage,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  ...about,
})

/** An email as lists show it. */
export const toSummary = (row: EmailRow & Omit<ContentRow, 'state' | 'html'>, about: About): EmailSummary => {
  const { editor, ...lines } = contentOf({ ...row, state: null, html: '' })
  return { ...aboutOf(row, about), ...lines, editor: { type: editor.type } }
}

/** A version without its content. */
export const toVersionSummary = (
  row: Omit<VersionRow, keyof ContentRow> & { subject: string },
  live: number,
): VersionSummary => ({
  version: row.version,
  isDraft: row.isDraft,
  isLive: row.version === live,
  restoredFrom: row.restoredFrom,
  subject: row.subject,
  savedBy: row.savedBy ? { id: row.savedBy, name: row.savedByName ?? '' } : null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A version with its content. */
export const toVersion = (row: VersionRow, live: number): Version => ({
  ...toVersionSummary(row, live),
  ...contentOf(row),
  html: row.html,
})

/** An email with its saved content and all that is known about it. */
export const readEmail = async (tx: Tx, ports: EmailPorts, row: EmailRow): Promise<Email> => {
  const { accountId, id } = row
  const content = await versionRow(tx, accountId, id, row.version)
  // Whether the newest version is a draft, and when it was written.
  const newest = await tx.one<{ isDraft: boolean; at: Date }>(
    `select v.is_draft as "isDraft", v.updated_at as at from email_versions v where v.account_id = $1 and v.email_id = $2
     order by v.account_id, v.version desc limit 1`,
    [accountId, id],
  )
  const stats = await ports.stats(tx, accountId, [id])
  const usedIn = await ports.usedIn(tx, accountId, [id])
  return {
    ...aboutOf(row, { stats: stats.get(id) ?? null, usedIn: usedIn.get(id) ?? [], hasDraft: newest?.isDraft ?? false }),
    ...contentOf(content),
    html: content.html,
    mergeTags: mergeTagsOf(content),
    latestAt: (newest?.at ?? row.updatedAt).toISOString(),
  }
}
