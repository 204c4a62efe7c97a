import type { EditorType } from '../../contract/email.ts'

/** What an email says, without who sends it. */
export type PackedContent = {
  type: 'HTML' | 'text'
  subject: string
  preheader: string
  editorType: EditorType
  state: Record<string, unknown> | null
  /** Made of `state` where it is empty. */
  html: string
}

/** Who an email is from and where answers go. */
export type PackedSender = {
  fromName: string
  fromEmail: string
  replyName: string
  replyEmail: string
  cc: string
  bcc: string
}

/** An email on its way into another account, or from a file. `id` is its name within what is carried. */
export type PackedEmail = {
  id: number
  name: string
  isTransactional: boolean
  previewImage: string | null
  content: PackedContent
  /** Left out where it is nobody else's business: whoever takes the email in says who it is from. */
  sender?: PackedSender
}
