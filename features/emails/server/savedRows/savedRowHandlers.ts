import type { Handlers } from '@millrace/kit/server'
import type { savedRowCalls } from '../../contract/savedRowCalls.ts'
import type { Emails } from '../verbs/emails.ts'
import { createSavedRow, deleteSavedRow, listSavedRows, updateSavedRow } from './savedRows.ts'

/** Calls about saved rows to verbs. */
export const savedRowHandlers = ({ house }: Emails): Handlers<typeof savedRowCalls> => ({
  listSavedRows: async ({ query }, { accountId }) => ({
    savedRows: await listSavedRows(house, accountId, query.search),
  }),
  createSavedRow: async ({ body }, by) => ({ savedRow: await createSavedRow(house, by, body) }),
  updateSavedRow: async ({ params, body }, { accountId }) => ({
    savedRow: await updateSavedRow(house, accountId, params.id, body),
  }),
  deleteSavedRow: ({ params }, { accountId }) => deleteSavedRow(house, accountId, params.id),
})
