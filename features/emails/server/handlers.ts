import { allows } from '@millrace/kit/contract'
import type { CallContext, Handlers, Outgoing } from '@millrace/kit/server'
import type { emailsContract, moderationCalls, snippetCalls } from '../contract/index.ts'
import { checkLinks } from './checks/checkLinks.ts'
import { deleteImage, type Images, listImages, renameImage, signImageUpload } from './images/images.ts'
import { importHtml } from './import/importHtml.ts'
import { signZipImport } from './import/zipRoutes.ts'
import { listModeratedEmails, listModeration, moderateEmail } from './moderation/moderation.ts'
import { savedRowHandlers } from './savedRows/savedRowHandlers.ts'
import { listSenders } from './senders.ts'
import { listSnippets } from './snippets/listSnippets.ts'
import { createSnippet, deleteSnippet, getSnippet, updateSnippet } from './snippets/snippets.ts'
import { frameAddressOf, vendorEditorOf } from './vendorEditor/vendorEditor.ts'
import { archiveEmail, createEmail, duplicateEmail, type Emails, getEmail, updateEmail } from './verbs/emails.ts'
import { listEmails } from './verbs/listEmails.ts'
import { previewEmail, sendTestEmail } from './verbs/previewEmail.ts'
import { autoSaveEmail, listVersions, readVersion, restoreVersion } from './verbs/versions.ts'

const readsPeople = (context: CallContext) => allows(context, ['people:read'])

const snippetHandlers = ({ house }: Emails): Handlers<typeof snippetCalls> => ({
  listSnippets: ({ query }, { accountId }) => listSnippets(house, accountId, query),
  createSnippet: async ({ body }, by) => ({ snippet: await createSnippet(house, by, body) }),
  getSnippet: async ({ params }, { accountId }) => ({ snippet: await getSnippet(house, accountId, params.id) }),
  updateSnippet: async ({ params, body }, by) => ({ snippet: await updateSnippet(house, by, params.id, body) }),
  deleteSnippet: ({ params }, { accountId }) => deleteSnippet(house, accountId, params.id),
})

const moderationHandlers = ({ house, ports }: Emails): Handlers<typeof moderationCalls> => ({
  listModeration: ({ query }) => listModeration(house, query),
  listModeratedEmails: ({ params, query }) => listModeratedEmails(house, params.id, query),
  moderateEmail: ({ params, body }, { memberId }) => moderateEmail({ house, ports }, memberId, params, body),
})

/** Calls to verbs. */
export const emailHandlers = (emails: Emails, images: Images, outgoing: Outgoing): Handlers<typeof emailsContract> => ({
  listEmails: ({ query }, { accountId }) => listEmails(emails, accountId, query),
  createEmail: async ({ body }, by) => ({ email: await createEmail(emails, by, body) }),
  duplicateEmail: async ({ body, query }, by) => ({
    email: await duplicateEmail(emails, by, body.id, query['target-account'] ?? body.targetAccountId),
  }),
  sendTestEmail: async ({ body }, by) => ({ message: await sendTestEmail(emails, by, body, readsPeople(by)) }),
  previewEmail: ({ body }, by) => previewEmail(emails, by.accountId, body, readsPeople(by)),
  importHtml: ({ body }, by) =>
    importHtml({ images, outgoing }, by, { html: body.html, withImages: body.withImages ?? false }),
  signZipImport: ({ body }, by) => ({ url: signZipImport(images, by, body.withImages ?? true) }),
  checkLinks: async ({ body }) => ({ links: await checkLinks(outgoing, body.links) }),
  listSenders: async (_input, { accountId }) => ({ senders: await listSenders(emails, accountId) }),
  getEmail: async ({ params }, { accountId }) => ({ email: await getEmail(emails, accountId, params.id) }),
  updateEmail: async ({ params, body }, by) => ({ email: await updateEmail(emails, by, params.id, body) }),
  deleteEmail: ({ params }, by) => archiveEmail(emails, by, params.id),
  autoSaveEmail: async ({ params, body }, by) => ({ version: await autoSaveEmail(emails, by, params.id, body) }),
  latestVersion: async ({ params }, { accountId }) => ({
    version: await readVersion(emails, accountId, params.id, 'latest'),
  }),
  selectedVersion: async ({ params }, { accountId }) => ({
    version: await readVersion(emails, accountId, params.id, 'selected'),
  }),
  listVersions: async ({ params, query }, { accountId }) => ({
    versions: await listVersions(emails, accountId, params.id, query.limit, query.offset),
  }),
  getVersion: async ({ params }, { accountId }) => ({
    version: await readVersion(emails, accountId, params.id, params.version),
  }),
  restoreVersion: ({ params }, by) => restoreVersion(emails, by, params.id, params.version),
  listImages: async ({ query }, { accountId }) => ({
    images: await listImages(images, accountId, query),
  }),
  signImageUpload: ({ body }, by) => ({
    url: signImageUpload(images, { accountId: by.accountId, memberId: by.memberId }, body.name),
  }),
  renameImage: async ({ params, body }, { accountId }) => ({
    image: await renameImage(images, accountId, params.key, body.name),
  }),
  deleteImage: ({ params, query }, { accountId }) => deleteImage(images, accountId, params.key, query.force === 'true'),
  ...snippetHandlers(emails),
  ...savedRowHandlers(emails),
  ...moderationHandlers(emails),
  getVendorEditor: () => ({ frame: frameAddressOf(vendorEditorOf(emails.house.settings)) ?? null }),
})
