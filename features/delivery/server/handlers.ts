import { allows } from '@millrace/kit/contract'
import type { Handlers, House } from '@millrace/kit/server'
import type { deliveryContract } from '../contract/index.ts'
import { readRules, saveRules, shownRules } from './brakes/rules.ts'
import { viewOf } from './mailbox/access.ts'
import { listMails, readMail } from './mailbox/mails.ts'
import type { DeliveryPorts } from './ports.ts'
import { providerHandlers } from './providers/handlers.ts'
import { senderHandlers } from './senders/handlers.ts'
import type { LookUp } from './senders/lookUp.ts'
import { metricsHandlers } from './stats/metricsHandlers.ts'
import { listSends, resolveSend } from './verbs/listSends.ts'
import { resolveMany } from './verbs/resolveMany.job.ts'
import { sendByApi } from './verbs/sendByApi.ts'
import { waitingMail } from './verbs/waitingMail.ts'

type Desk = { house: House; ports: DeliveryPorts; lookUp: LookUp }

/** One function a call. */
export const handlersOf = (desk: Desk): Handlers<typeof deliveryContract> => {
  const { house, ports } = desk
  return {
    ...senderHandlers(desk),
    ...providerHandlers(house),
    listSends: async ({ query }, { accountId, isOwner, scopes }) => ({
      ...(await house.db.account(accountId, (tx) => listSends(tx, accountId, query))),
      mayResolve: allows({ isOwner, scopes }, ['emailSettings:write']),
    }),
    waitingMail: async (_input, { accountId }) => ({ waiting: await waitingMail(house, accountId) }),
    resolveSend: async ({ params, body }, { accountId }) => ({
      send: await resolveSend(house, ports, accountId, { id: params.id, ...body }),
    }),
    resolveSends: ({ body }, { accountId }) => resolveMany(house, accountId, body),
    ...metricsHandlers(desk),
    sendEmail: ({ body }, { accountId, request }) => {
      const key = request.headers['idempotency-key']
      return sendByApi(house, ports, accountId, body, Array.isArray(key) ? key[0] : key)
    },
    getMailRules: async (_input, { accountId }) => ({
      rules: shownRules(await house.db.account(accountId, (tx) => readRules(tx, accountId))),
    }),
    updateMailRules: async ({ body }, { accountId }) => ({
      rules: await house.db.account(accountId, (tx) => saveRules(tx, accountId, body, house.clock.now())),
    }),
    listMailbox: ({ query }, context) => listMails(house, viewOf(house.settings, context), query),
    getMailboxMail: async ({ params }, context) => ({
      mail: await readMail(house, viewOf(house.settings, context), params.id),
    }),
  }
}
