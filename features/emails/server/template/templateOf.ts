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

type Head = { version: number; name: string; isTransactional: boolean; categoryId: number | null }
type Content = Omit<EmailVersion, 'accountId' | 'emailId' | keyof Head> & { isDraft: boolean }

/**
 * The saved version of an email, ready to be sent, or undefined where there is no such email; kept per version in this
 * process, and made anew where a snippet that it shows was changed. `version` asks for another one.
 */
export const templateOf = async (
  tx: Tx,
  accountId: number,
  emailId: number,
  version?: number,
): Promise<Template | undefined> => {
  // Which version is sent, and as what kind of mail.
  const head = await tx.one<Head>(
    `select version, name, is_transactional as "isTransactional", communication_category_id as "categoryId"
     from emails where account_id = $1 and id = $2`,
    [accountId, emailId],
    'email-template-head',
  )
  if (!head) return undefined
  const wanted = version ?? head.version
  const key = `${accountId}:${emailId}:${wanted}`
  const known = compiled.get(key)
  if (known && (await isFresh(tx, accountId, known))) return { ...known.template, ...head, version: wanted }
  // The content of that version.
  const content = await tx.one<Content>(
    `select is_draft as "isDraft", subject, preheader, from_name as "fromName", from_email as "fromEmail",
       reply_name as "replyName", reply_email as "replyEmail", cc, bcc, html
     from email_versions where account_id = $1 and email_id = $2 and version = $3`,
    [accountId, emailId, wanted],
    'email-template-content',
  )
  if (!content) return undefined
  const { isDraft, ...rest } = content
  // How snippets stand is read before they are, so that a change in between is seen the next time.
  const stamp = showsSnippets(rest) ? await snippetsStamp(tx, accountId) : undefined
  const whole = await withSnippets(tx, accountId, rest)
  const template = compileTemplate({ ...whole, ...head, version: wanted, accountId, emailId })
  // Drafts change in place.
  return isDraft ? template : keep(key, { template, ...(stamp !== undefined && { stamp }) })
}
