import { EXAMPLE_PERSON } from '../template/mailData.ts'
import type { MailAccount } from '../template/template.ts'
import { EMPTY_CONTENT, mergeContent } from '../verbs/mergeContent.ts'
import { fill } from '../verbs/previewEmail.ts'
import type { PackedEmail } from './packedEmail.ts'

/** A packed email as an example person would get it. */
export type PackedPreview = { name: string; subject: string; preheader: string; html: string }

/** Shows a packed email as an example person would get it; where its Liquid cannot be processed, as it is written. */
export const previewPacked = async ({ name, content }: PackedEmail, account: MailAccount): Promise<PackedPreview> => {
  const { html, editorType, state, ...rest } = content
  const written = html
    ? { ...EMPTY_CONTENT, ...content }
    : mergeContent(EMPTY_CONTENT, { ...rest, editor: { type: editorType, state } }, { socialIcons: '' })
  try {
    const mail = await fill(written, 0, { person: EXAMPLE_PERSON, account }, '#')
    return { name, subject: mail.subject, preheader: mail.preheader, html: mail.html }
  } catch {
    return { name, subject: written.subject, preheader: written.preheader, html: written.html }
  }
}
