import { FolderFilter } from '@millrace/folders/contract'
import { call, Id, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import {
  Email,
  EmailContent,
  EmailSender,
  EmailSummary,
  EmailWarning,
  Image,
  MOST_TEST_ADDRESSES,
  Version,
  VersionSummary,
} from './email.ts'

const ById = z.object({ id: Id })
const OneVersion = z.object({ id: Id, version: Id })
const READ = ['emails:read'] as const
const WRITE = ['emails:write'] as const
/** Designs with pasted pictures are large. */
const DESIGN_LIMIT = 4 << 20

const Patch = z.strictObject({
  ...EmailContent.partial().shape,
  editor: EmailContent.shape.editor.nullable().optional(),
  html: z.string().optional(),
  name: z.string().trim().max(255).optional(),
  archived: z.boolean().optional(),
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
      ...Patch.omit({ archived: true }).shape,
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
    body: z.strictObject({ id: Id, targetAccountId: Id.optional() }),
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
      html: z.string(),
      text: z.string(),
      bytes: z.number(),
      warnings: z.array(EmailWarning),
    }),
    summary: 'Show an email as one person would get it',
    fail: "We couldn't show a preview of your email.",
    addition: true,
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
  autoSaveEmail: call({
    method: 'PATCH',
    path: '/v1/emails/{id}/versions/latest',
    auth: 'member',
    scopes: WRITE,
    bodyLimit: DESIGN_LIMIT,
    params: ById,
    body: z.strictObject({ ...EmailContent.partial().shape }),
    returns: z.object({ version: VersionSummary }),
    summary: 'Keep a draft of an email; what is sent stays as it is',
    fail: "We couldn't auto-save your email.",
  }),
  latestVersion: call({
    method: 'GET',
    path: '/v1/emails/{id}/versions/latest',
    auth: 'member',
    scopes: READ,
    params: ById,
    returns: z.object({ version: Version }),
    summary: 'Read the latest version, a draft included',
    fail: "We couldn't load version history.",
    addition: true,
  }),
  selectedVersion: call({
    method: 'GET',
    path: '/v1/emails/{id}/versions/selected',
    auth: 'member',
    scopes: READ,
    params: ById,
    returns: z.object({ version: Version }),
    summary: 'Read the version restored last, else the latest',
    fail: "We couldn't load version history.",
  }),
  listVersions: call({
    method: 'GET',
    path: '/v1/emails/{id}/versions',
    auth: 'member',
    scopes: READ,
    params: ById,
    query: z.object(Paging),
    returns: z.object({ versions: z.array(VersionSummary) }),
    summary: 'List the versions of an email',
    fail: "We couldn't load version history.",
  }),
  getVersion: call({
    method: 'GET',
    path: '/v1/emails/{id}/versions/{version}',
    auth: 'member',
    scopes: READ,
    params: OneVersion,
    returns: z.object({ version: Version }),
    summary: 'Read one version of an email',
    fail: "We couldn't load version history.",
  }),
  restoreVersion: call({
    method: 'POST',
    path: '/v1/emails/{id}/versions/{version}/restore',
    auth: 'member',
    scopes: WRITE,
    params: OneVersion,
    returns: z.object({ newVersion: z.number(), restoredFromVersion: z.number(), email: Email }),
    summary: 'Make an old version the saved one',
    fail: "We couldn't apply this version.",
  }),
  listImages: call({
    method: 'GET',
    path: '/v1/images',
    auth: 'member',
    scopes: READ,
    query: z.object(Paging),
    returns: z.object({ images: z.array(Image) }),
    summary: 'List uploaded images',
    fail: "We couldn't load your images.",
    addition: true,
  }),
  signImageUpload: call({
    method: 'POST',
    path: '/v1/images/sign',
    auth: 'member',
    scopes: WRITE,
    body: z.strictObject({ name: z.string().trim().min(1).max(255) }),
    returns: z.object({ url: z.string() }),
    summary: 'Get an address to PUT an image to',
    fail: "We couldn't upload your image.",
    addition: true,
  }),
  deleteImage: call({
    method: 'DELETE',
    path: '/v1/images/{key}',
    auth: 'member',
    scopes: WRITE,
    params: z.object({ key: z.string().regex(/^[\w-]{10,80}\.\w{3,4}$/) }),
    status: 204,
    summary: 'Remove an image from the library; mails that show it keep it',
    fail: "We couldn't remove your image.",
    addition: true,
  }),
} as const
