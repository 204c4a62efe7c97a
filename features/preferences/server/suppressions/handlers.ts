import { Readable } from 'node:stream'
import type { Handlers, House } from '@millrace/kit/server'
import type { suppressionCalls } from '../../contract/suppressionCalls.ts'
import { listSuppressions, suppressionLines } from './listSuppressions.ts'
import { addSuppression, importSuppressions, removeSuppression } from './manageSuppressions.ts'

/** One function a call about the suppression list. */
export const suppressionHandlers = (house: House): Handlers<typeof suppressionCalls> => ({
  listSuppressions: ({ query }, { accountId }) =>
    house.db.account(accountId, (tx) => listSuppressions(tx, accountId, query)),
  addSuppression: async ({ body }, context) => ({ suppression: await addSuppression(house, context, body) }),
  removeSuppression: ({ params, query }, { accountId }) =>
    removeSuppression(house, accountId, params.address, query.reason),
  importSuppressions: ({ body }, context) => importSuppressions(house, context, body),
  exportSuppressions: async ({ query }, { accountId, reply }) => {
    const lines = suppressionLines(house, accountId, query)
    reply.header('content-disposition', 'attachment; filename="suppressions.csv"')
    reply.header('x-content-type-options', 'nosniff').type('text/csv; charset=utf-8')
    await reply.send(Readable.from(lines))
    return lines
  },
})
