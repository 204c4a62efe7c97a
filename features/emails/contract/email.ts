import { Id, Time } from '@millrace/kit/contract'
import { z } from 'zod'

/** Which editor an email is written in; `preview` is view-only HTML. */
export const EditorType = z.enum(['unlayer', 'richtext', 'visual', 'preview'])
export type EditorType = z.infer<typeof EditorType>

/** A new email that nobody named. */
export const UNNAMED = 'Unnamed email'
/** Test mail goes to this many addresses at the most. */
export const MOST_TEST_ADDRESSES = 5
/** Gmail clips what is longer than this many bytes. */
export const CLIP_BYTES = 102 * 1024

/** Content of an editor: the saved state (Unlayer design JSON, or `{ html }` of the rich-text editor) and the HTML made of it. */
export const Editor = z.object({
  type: EditorType,
  state: z.record(z.string(), z.unknown()).nullable(),
  html: z.string().nullable().optional(),
})
export type Editor = z.infer<typeof Editor>

/** A merge tag as the pickers offer it. */
export const MergeTag = z.object({ value: z.string(), label: z.string() })

const Address = z.string().trim().max(320)
const Line = z.string().max(998)

/** What a version of an email holds and an editor changes. */
export const EmailContent = z.object({
  subject: Line,
  preheader: Line,
  fromName: Line,
  fromEmail: Address,
  replyName: Line,
  replyEmail: Address,
  cc: Line,
  bcc: Line,
  type: z.enum(['HTML', 'text']),
  editor: Editor,
})
export type EmailContent = z.infer<typeof EmailContent>

/** Figures of an email since it was made; who opened and clicked is a share of those whom it reached. */
export const EmailStats = z.object({
  sent: z.number(),
  arrived: z.number(),
  opened: z.number(),
  clicked: z.number(),
})
export type EmailStats = z.infer<typeof EmailStats>

/** A flow that sends an email or waits for it, or a broadcast of it; a flow where no kind is told. */
export const EmailUse = z.object({
  id: Id,
  name: z.string(),
  isActive: z.boolean(),
  kind: z.enum(['flow', 'broadcast']).optional(),
})
export type EmailUse = z.infer<typeof EmailUse>

/** An address that emails may be sent from, with the name that it was used with last. */
export const EmailSender = z.object({ email: z.string(), name: z.string(), isVerified: z.boolean() })
export type EmailSender = z.infer<typeof EmailSender>

const about = {
  id: Id,
  accountId: Id,
  name: z.string(),
  archived: z.boolean(),
  isStandalone: z.boolean(),
  isTransactional: z.boolean(),
  aiGenerated: z.boolean(),
  canSpamCompliance: z.enum(['approved', 'pending', 'rejected', 'manually_approved']),
  /** Why it was refused, in the words of whoever looked at it; empty where it is not, or nothing was said. */
  refusedWhy: z.string(),
  communicationCategoryId: Id.nullable(),
  previewImage: z.string().nullable(),
  /** The saved version: the one that is sent. */
  version: z.number(),
  /** True where auto-saved changes wait for Save. */
  hasDraft: z.boolean(),
  stats: EmailStats.nullable(),
  usedIn: z.array(EmailUse),
  createdAt: Time,
  updatedAt: Time,
}

/** An email as lists show it: without its content. */
export const EmailSummary = z.object({
  ...about,
  ...EmailContent.omit({ editor: true }).shape,
  editor: z.object({ type: EditorType }),
})
export type EmailSummary = z.infer<typeof EmailSummary>

/** An email with its saved content. */
export const Email = z.object({
  ...about,
  ...EmailContent.shape,
  html: z.string(),
  mergeTags: z.array(MergeTag),
  /** When the newest version, a draft included, was written last. */
  latestAt: Time,
})
export type Email = z.infer<typeof Email>

/** An email as it was at one time, without its content. */
export const VersionSummary = z.object({
  version: z.number(),
  isDraft: z.boolean(),
  /** True for the version that is sent. */
  isLive: z.boolean(),
  restoredFrom: z.number().nullable(),
  subject: z.string(),
  savedBy: z.object({ id: z.number(), name: z.string() }).nullable(),
  createdAt: Time,
  updatedAt: Time,
})
export type VersionSummary = z.infer<typeof VersionSummary>

/** An email as it was at one time. */
export const Version = z.object({ ...VersionSummary.shape, ...EmailContent.shape, html: z.string() })
export type Version = z.infer<typeof Version>

/** Something in an email that a writer should look at. `where` names a field, or a block of the design by its id. */
export const EmailWarning = z.object({
  kind: z.enum([
    'subject',
    'from',
    'copies',
    'liquid',
    'link',
    'alt',
    'size',
    'unsubscribe',
    'address',
    'content',
    'kept',
    'condition',
    'spam',
    'contrast',
    'heading',
    'text',
    'tag',
    'speed',
    'client',
  ]),
  level: z.enum(['error', 'warning']),
  message: z.string(),
  where: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
})
export type EmailWarning = z.infer<typeof EmailWarning>

/** An uploaded image. */
export const Image = z.object({
  key: z.string(),
  name: z.string(),
  url: z.string(),
  contentType: z.string(),
  bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Smaller copies by their width, smallest first. */
  sizes: z.array(z.object({ width: z.number(), url: z.string() })),
  createdAt: Time,
})
export type Image = z.infer<typeof Image>
