import { call, Id, Paging, ShortId } from '@millrace/kit/contract'
import { z } from 'zod'
import { ById, DESIGN_LIMIT, IfUpdatedAt, READ, WRITE } from './about.ts'
import { Email, EmailContent, Version, VersionSummary } from './email.ts'

const OneVersion = z.object({ id: Id, version: ShortId })

/** Calls about the versions of an email. */
export const versionCalls = {
  autoSaveEmail: call({
    method: 'PATCH',
    path: '/v1/emails/{id}/versions/latest',
    auth: 'member',
    scopes: WRITE,
    bodyLimit: DESIGN_LIMIT,
    params: ById,
    body: z.strictObject({ ...EmailContent.partial().shape, ifUpdatedAt: IfUpdatedAt }),
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
} as const
