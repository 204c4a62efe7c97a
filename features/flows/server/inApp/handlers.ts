import type { Handlers, House, Tx } from '@millrace/kit/server'
import type { inAppCalls } from '../../contract/inAppCalls.ts'
import { inAppSecret, rotateInAppSecret } from './identity.ts'
import { listPersonMessages, listStepMessages } from './listMessages.ts'
import { noteMessage, readMessages } from './readMessages.ts'
import { SCRIPT_PATH } from './script.ts'

/** An account's write key. */
const WRITE_KEY = 'select write_key as "writeKey" from accounts where id = $1'

const secretOf = async (tx: Tx, { keys, publicUrl }: House, accountId: number) => ({
  secret: await inAppSecret(tx, keys, accountId),
  script: `${publicUrl}${SCRIPT_PATH}`,
  writeKey: (await tx.one<{ writeKey: string }>(WRITE_KEY, [accountId]))?.writeKey ?? '',
})

/** The calls about messages that are shown in applications. */
export const inAppHandlers = (house: House): Handlers<typeof inAppCalls> => ({
  listInAppMessages: ({ query }, { accountId }) => readMessages(house, accountId, query),
  noteInAppMessage: ({ params }, { accountId }) => noteMessage(house, accountId, params.id, params.act),
  listStepMessages: ({ params, query }, { accountId }) => listStepMessages(house, accountId, params.id, query.limit),
  listPersonMessages: async ({ params }, { accountId }) => ({
    messages: await listPersonMessages(house, accountId, params.id),
  }),
  getInAppSecret: (_input, { accountId }) => house.db.account(accountId, (tx) => secretOf(tx, house, accountId)),
  rotateInAppSecret: (_input, { accountId }) =>
    house.db.account(accountId, async (tx) => {
      await rotateInAppSecret(tx, accountId)
      return secretOf(tx, house, accountId)
    }),
})
