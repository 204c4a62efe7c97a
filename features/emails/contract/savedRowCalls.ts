import { call } from '@millrace/kit/contract'
import { z } from 'zod'
import { ById, DESIGN_LIMIT, READ, WRITE } from './about.ts'
import { RowContent, SavedRow } from './savedRow.ts'

const Name = z.string().trim().min(1, 'A row needs a name.').max(255)
const OneRow = z.object({ savedRow: SavedRow })

/** Calls about rows that are kept to be used again. */
export const savedRowCalls = {
  listSavedRows: call({
    method: 'GET',
    path: '/v1/saved-rows',
    auth: 'member',
    scopes: READ,
    query: z.object({ search: z.string().max(200).optional() }),
    returns: z.object({ savedRows: z.array(SavedRow) }),
    summary: 'List the rows that are kept to be used again',
    fail: "We couldn't retrieve your saved rows.",
    addition: true,
  }),
  createSavedRow: call({
    method: 'POST',
    path: '/v1/saved-rows',
    auth: 'member',
    scopes: WRITE,
    bodyLimit: DESIGN_LIMIT,
    body: z.strictObject({ name: Name, row: RowContent }),
    returns: OneRow,
    summary: 'Keep a row to use it again',
    fail: "We couldn't save this row.",
    addition: true,
  }),
  updateSavedRow: call({
    method: 'PATCH',
    path: '/v1/saved-rows/{id}',
    auth: 'member',
    scopes: WRITE,
    params: ById,
    bodyLimit: DESIGN_LIMIT,
    body: z.strictObject({ name: Name.optional(), row: RowContent.optional() }),
    returns: OneRow,
    summary: 'Rename a saved row, or keep another one under its name',
    fail: "We couldn't save this row.",
    addition: true,
  }),
  deleteSavedRow: call({
    method: 'DELETE',
    path: '/v1/saved-rows/{id}',
    auth: 'member',
    scopes: WRITE,
    params: ById,
    status: 204,
    summary: 'Delete a saved row; emails that were made with it stay as they are',
    fail: "We couldn't delete this row.",
    addition: true,
  }),
} as const
