import { call, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import { SUPPRESSION_REASONS, SuppressedAddress, SuppressionImport } from './suppressions.ts'

const Address = z.string().trim().toLowerCase().pipe(z.email('This is not an email address.').max(320))
const Reason = z.enum(SUPPRESSION_REASONS)
const Detail = z.string().trim().max(500, 'Please use at most 500 characters.')
const MEGABYTE = 1 << 20

/** The calls about addresses that are not written to. */
export const suppressionCalls = {
  listSuppressions: call({
    method: 'GET',
    path: '/v1/suppressions',
    scopes: ['emails:read', 'people:read'],
    query: z.object({
      search: z.string().max(320).optional(),
      reason: Reason.optional(),
      cursor: z.string().max(1_000).optional(),
      limit: Paging.limit,
    }),
    returns: z.object({ suppressions: z.array(SuppressedAddress), total: z.number(), next: z.string().nullable() }),
    summary: 'Addresses that are not written to, the newest first',
    fail: "We couldn't retrieve the suppression list.",
    addition: true,
  }),
  addSuppression: call({
    method: 'POST',
    path: '/v1/suppressions',
    scopes: ['emailSettings:write'],
    body: z.object({ address: Address, reason: Reason.default('manual'), detail: Detail.default('') }),
    returns: z.object({ suppression: SuppressedAddress }),
    summary: 'Write to an address no more',
    fail: "We couldn't add this address.",
    addition: true,
  }),
  removeSuppression: call({
    method: 'DELETE',
    path: '/v1/suppressions/{address}',
    scopes: ['emailSettings:write'],
    params: z.object({ address: z.string().trim().toLowerCase().max(320) }),
    query: z.object({ reason: Reason.optional() }),
    status: 204,
    summary: 'Write to an address again; with a reason, only that one is taken away',
    fail: "We couldn't remove this address.",
    addition: true,
  }),
  importSuppressions: call({
    method: 'POST',
    path: '/v1/suppressions/import',
    scopes: ['emailSettings:write'],
    body: z.object({
      csv: z
        .string()
        .min(1, 'The file is empty.')
        .max(5 * MEGABYTE),
      reason: Reason.default('manual'),
    }),
    bodyLimit: 11 * MEGABYTE,
    returns: SuppressionImport,
    summary: 'Write to the addresses of a CSV file no more',
    fail: "We couldn't import these addresses.",
    limit: { max: 20, windowSec: 60 },
    addition: true,
  }),
  exportSuppressions: call({
    method: 'GET',
    path: '/v1/suppressions/export',
    scopes: ['emails:read', 'people:export'],
    query: z.object({ search: z.string().max(320).optional(), reason: Reason.optional() }),
    stream: 'text',
    summary: 'The list as a CSV file',
    fail: "We couldn't export the suppression list.",
    addition: true,
  }),
}
