import type { Tx } from '@millrace/kit/server'
import { showsSnippets, snippetsStamp, withSnippets } from '../snippets/inlineSnippets.ts'
import { compileTemplate, type EmailVersion } from './compileTemplate.ts'
import type { Template } from './template.ts'

const MOST_TEMPLATES = 500

/** A template, and where it shows snippets how those stood. */
type Kept = { template: Template; stamp?: string }
const compiled = new Map<string, Kept>()

const keep = (key: string, kept: Kept) => {
  if (compiled.size >= MOST_TEMPLATES) compiled.delete(compiled.keys().next().value ?? '')
  compiled.set(key, kept)
  return kept.template
}

const isFresh = async (tx: Tx, accountId: number, { stamp }: Kept) =>
  stamp === undefined || stamp === (await snippetsStamp(tx, accountId))

type Head = Pick<Template, 'version' | 'name' | 'isTransactional' | 'categoryId' | 'archivedAt' | 'compliance'>
type Content = Omit<EmailVersion, 'accountId' | 'emailId' | keyof Head> & { isDraft: boolean }

/** What differs from an email's version in one way of sending it; the same `key` always with the same words. */
export type OwnDetails = {
  key: string
  subject?: string | null
  preheader?: string | null
  fromName?: string | null
  fromEmail?: string | null
}

const withDetails = (content: Omit<Content, 'isDraft'>, own: OwnDetails | undefined) => ({
  ...content,
  subject: own?.subject ?? content.subject,
  preheader: own?.preheader ?? content.preheader,
  fromName: own?.fromName ?? content.fromName,
  fromEmail: own?.fromEmail ?? content.fromEmail,
})

/**
 * The saved version of an email, ready to be sent, or undefined where there is no such email; kept per version in this
 * process, and made anew where a snippet that it shows was changed. `version` asks for another one, `own` for other details.
 */
export const templateOf = async (
  tx: Tx,
  accountId: number,
  emailId: number,
  version?: number,
  own?: OwnDetails,
): Promise<Template | undefined> => {
  // Which version is sent, and as what kind of mail.
  const head = await tx.one<Head>(
    `select version, name, is_transactional as "isTransactional", communication_category_id as "categoryId",
       archived_at as "archivedAt", can_spam_compliance as compliance
     from emails where account_id = $1 and id = $2`,
    [accountId, emailId],
    'email-template-head',
  )
  if (!head) return undefined
  const wanted = version ?? head.version
  const key = `${accountId}:${emailId}:${wanted}:${own?.key ?? ''}`
  const known = compiled.get(key)
  if (known && (await isFresh(tx, accountId, known))) return { ...known.template, ...head, version: wanted }
  // The content of that version.
  const content = await tx.one<Content>(
    `select is_draft as "isDraft", subject, preheader, from_name as "fromName", from_email as "fromEmail",
       reply_name as "replyName", reply_email as "replyEmail", cc, bcc, html, type, shows
     from email_versions where account_id = $1 and email_id = $2 and version = $3`,
    [accountId, emailId, wanted],
    'email-template-content',
  )
  if (!content) return undefined
  const { isDraft, ...saved } = content
  const rest = withDetails(saved, own)
  // How snippets stand is read before they are, so that a change in between is seen the next time.
  const stamp = showsSnippets(rest) ? await snippetsStamp(tx, accountId) : undefined
  const whole = await withSnippets(tx, accountId, rest)
  const template = compileTemplate({ ...whole, ...head, version: wanted, accountId, emailId })
  // Drafts change in place.
  return isDraft ? template : keep(key, { template, ...(stamp !== undefined && { stamp }) })
}
