import { notFound, type Tx } from '@millrace/kit/server'
import { compileTemplate, type EmailVersion } from './compileTemplate.ts'
import type { Template } from './template.ts'

const MOST_TEMPLATES = 500
const compiled = new Map<string, Template>()

const keep = (key: string, template: Template) => {
  if (compiled.size >= MOST_TEMPLATES) compiled.delete(compiled.keys().next().value ?? '')
  compiled.set(key, template)
  return template
}

/** The saved version of an email, ready to be sent; kept per version in this process. `version` picks an older one. */
export const templateOf = async (tx: Tx, accountId: number, emailId: number, version?: number): Promise<Template> => {
  // Which version is sent, and whether as transactional mail.
  const email = await tx.one<{ version: number; isTransactional: boolean; name: string }>(
    `select version, is_transactional as "isTransactional", name from emails where account_id = $1 and id = $2`,
    [accountId, emailId],
    'email-template-head',
  )
  if (!email) throw notFound('This email is not there any more.')
  const wanted = version ?? email.version
  const key = `${accountId}:${emailId}:${wanted}`
  const known = compiled.get(key)
  if (known) return { ...known, isTransactional: email.isTransactional, name: email.name }
  // The content of that version.
  const content = await tx.one<
    Omit<EmailVersion, 'accountId' | 'emailId' | 'name' | 'isTransactional'> & { isDraft: boolean }
  >(
    `select version, is_draft as "isDraft", subject, preheader, from_name as "fromName", from_email as "fromEmail",
       reply_name as "replyName", reply_email as "replyEmail", cc, bcc, html
     from email_versions where account_id = $1 and email_id = $2 and version = $3`,
    [accountId, emailId, wanted],
    'email-template-content',
  )
  if (!content) throw notFound('This version of the email is not there any more.')
  const { isDraft, ...rest } = content
  const template = compileTemplate({ ...rest, ...email, version: wanted, accountId, emailId })
  // Drafts change in place.
  return isDraft ? template : keep(key, template)
}
