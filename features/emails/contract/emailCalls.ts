import { FolderFilter } from '@millrace/folders/contract'
import { call, Id, Paging, ShortId } from '@millrace/kit/contract'
import { z } from 'zod'
import { ById, DESIGN_LIMIT, IfUpdatedAt, READ, WRITE } from './about.ts'
import { Email, EmailContent, EmailSender, EmailSummary, EmailWarning, MOST_TEST_ADDRESSES } from './email.ts'

const Patch = z.strictObject({
  ...EmailContent.partial().shape,
  editor: EmailContent.shape.editor.nullable().optional(),
  html: z.string().optional(),
  name: z.string().trim().max(255).optional(),
  archived: z.boolean().optional(),
  ifUpdatedAt: IfUpdatedAt,
  isTransactional: z.boolean().optional(),
  communicationCategoryId: Id.nullable().optional(),
  previewImage: z.string().max(2000).nullable().optional(),
})

/** What a change to an email may hold. */
export type EmailPatch = z.infer<typeof Patch>

/** An email that is not saved yet, as previews and test mails take it. */
export const Draft = z.object({
  id: Id.optional(),
  ...EmailContent.partial().shape,
  isTransactional: z.boolean().optional(),
})
export type Draft = z.infer<typeof Draft>

/** A link that was asked whether something is there. */
export const CheckedLink = z.object({
  url: z.string(),
  isReached: z.boolean(),
  status: z.number().nullable(),
  /** What is wrong with it. */
  message: z.string().optional(),
})
export type CheckedLink = z.infer<typeof CheckedLink>

/** Links that one call asks at the most. */
export const MOST_CHECKED_LINKS = 50

/** Calls about emails themselves. */
export const emailCalls = {
  listEmails: call({
    method: 'GET',
    path: '/v1/emails',
    auth: 'member',
    scopes: READ,
    query: z.object({
      ...Paging,
      search: z.string().max(200).optional(),
      archived: z.enum(['true', 'false']).optional(),
      sort: z.enum(['updatedAt', 'createdAt', 'name', 'subject']).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      folder: FolderFilter.optional(),
      /** Goes on behind what `next` said, in the same order. */
      cursor: z.string().max(1000).optional(),
    }),
    returns: z.object({
      emails: z.array(EmailSummary),
      /** How many there are in all pages together. */
      total: z.number(),
      next: z.string().nullable(),
      /** All emails of the account, whatever was asked for. */
      counts: z.object({ current: z.number(), archived: z.number() }),
    }),
    summary: 'List emails',
    fail: "We couldn't retrieve your emails.",
  }),
  createEmail: call({
    method: 'POST',
    path: '/v1/emails',
    auth: 'member',
    scopes: WRITE,
    bodyLimit: DESIGN_LIMIT,
    body: z.strictObject({
      ...Patch.omit({ archived: true, ifUpdatedAt: true }).shape,
      name: z.string().trim().max(255).optional(),
      isStandalone: z.boolean().optional(),
      aiGenerated: z.boolean().optional(),
    }),
    returns: z.object({ email: Email }),
    summary: 'Create an email',
    fail: "We couldn't create your email.",
  }),
  duplicateEmail: call({
    method: 'POST',
    path: '/v1/emails/duplication',
    auth: 'member',
    scopes: WRITE,
    query: z.object({ 'target-account': ShortId.optional() }),
    body: z.strictObject({ id: Id, targetAccountId: ShortId.optional() }),
    returns: z.object({ email: Email }),
    summary: 'Duplicate an email',
    fail: "We couldn't copy your email.",
  }),
  sendTestEmail: call({
    method: 'POST',
    path: '/v1/emails/test',
    auth: 'member',
    scopes: WRITE,
    bodyLimit: DESIGN_LIMIT,
    body: z.strictObject({
      email: Draft,
      sendTo: z.preprocess(
        (value) => (typeof value === 'string' ? value.split(/[,;\s]+/).filter(Boolean) : value),
        z
          .array(z.email('This is not an email address.'))
          .min(1, 'Name at least one address.')
          .max(MOST_TEST_ADDRESSES, `A test goes to ${MOST_TEST_ADDRESSES} addresses at the most.`),
      ),
      personId: Id.optional(),
    }),
    returns: z.object({ message: z.string() }),
    summary: 'Send a test of an email',
    fail: 'Error while sending your email.',
    limit: { max: 60, windowSec: 600 },
  }),
  previewEmail: call({
    method: 'POST',
    path: '/v1/emails/preview',
    auth: 'member',
    scopes: READ,
    bodyLimit: DESIGN_LIMIT,
    body: z.strictObject({
      email: Draft,
      /** A real person; reading one needs `people:read`. */
      personId: Id.optional(),
      /** A made-up person: fields by name. */
      person: z.record(z.string(), z.unknown()).optional(),
      event: z.record(z.string(), z.unknown()).optional(),
    }),
    returns: z.object({
      subject: z.string(),
      preheader: z.string(),
      fromName: z.string(),
      fromEmail: z.string(),
      replyName: z.string(),
      replyEmail: z.string(),
      cc: z.string(),
      bcc: z.string(),
      html: z.string(),
      text: z.string(),
      bytes: z.number(),
      warnings: z.array(EmailWarning),
    }),
    summary: 'Show an email as one person would get it',
    fail: "We couldn't show a preview of your email.",
    addition: true,
  }),
  signZipImport: call({
    method: 'POST',
    path: '/v1/emails/import/sign',
    auth: 'member',
    scopes: WRITE,
    body: z.strictObject({
      /** Brings images that lie elsewhere into the library too. */
      withImages: z.boolean().optional(),
    }),
    returns: z.object({ url: z.string() }),
    summary: 'Get an address to PUT a packed mail (.zip) to; it answers as the import of HTML does',
    fail: "We couldn't read your HTML.",
    addition: true,
    limit: { max: 30, windowSec: 600 },
  }),
  importHtml: call({
    method: 'POST',
    path: '/v1/emails/import',
    auth: 'member',
    scopes: WRITE,
    bodyLimit: DESIGN_LIMIT,
    body: z.strictObject({
      html: z.string().min(1),
      /** Brings the images that it shows into the library. */
      withImages: z.boolean().optional(),
    }),
    returns: z.object({
      html: z.string(),
      /** How many images were brought in. */
      images: z.number(),
      /** Images that could not be had; they stay where they are. */
      missing: z.array(z.string()),
    }),
    summary: 'Make HTML from elsewhere ready for an email',
    fail: "We couldn't read your HTML.",
    addition: true,
    limit: { max: 30, windowSec: 600 },
  }),
  checkLinks: call({
    method: 'POST',
    path: '/v1/emails/check-links',
    auth: 'member',
    scopes: READ,
    body: z.strictObject({ links: z.array(z.url().max(2000)).max(MOST_CHECKED_LINKS) }),
    returns: z.object({ links: z.array(CheckedLink) }),
    summary: 'Ask links of an email whether something is there',
    fail: "We couldn't check your links.",
    addition: true,
    limit: { max: 30, windowSec: 600 },
  }),
  listSenders: call({
    method: 'GET',
    path: '/v1/emails/senders',
    auth: 'member',
    scopes: READ,
    returns: z.object({ senders: z.array(EmailSender) }),
    summary: 'Addresses that emails may be sent from',
    fail: "We couldn't load your sender addresses.",
    addition: true,
  }),
  getEmail: call({
    method: 'GET',
    path: '/v1/emails/{id}',
    auth: 'member',
    scopes: READ,
    params: ById,
    returns: z.object({ email: Email }),
    summary: 'Read an email',
    fail: "We couldn't retrieve your email.",
  }),
  updateEmail: call({
    method: 'PATCH',
    path: '/v1/emails/{id}',
    auth: 'member',
    scopes: WRITE,
    bodyLimit: DESIGN_LIMIT,
    params: ById,
    body: Patch,
    returns: z.object({ email: Email }),
    summary: 'Save an email; changed content makes a version',
    fail: "We couldn't update your email.",
  }),
  deleteEmail: call({
    method: 'DELETE',
    path: '/v1/emails/{id}',
    auth: 'member',
    scopes: WRITE,
    params: ById,
    status: 204,
    summary: 'Archive an email',
    fail: "We couldn't update your email.",
  }),
} as const
