import { allows } from '@millrace/kit/contract'
import type { Handlers, House } from '@millrace/kit/server'
import type { deliveryContract } from '../contract/index.ts'
import { viewOf } from './mailbox/access.ts'
import { listMails, readMail } from './mailbox/mails.ts'
import type { DeliveryPorts } from './ports.ts'
import { askForAddress, confirmAddress, deleteAddress, listAddresses } from './senders/addresses.ts'
import { addDomain, deleteDomain, type LookUp, listDomains, verifyDomain } from './senders/domains.ts'
import { emailStats } from './stats/emailStats.ts'
import { listSends, resolveSend } from './verbs/listSends.ts'

type Desk = { house: House; ports: DeliveryPorts; lookUp: LookUp }

const senders = ({ house, lookUp }: Desk) => {
  const { db } = house
  return {
    listSenderAddresses: async (_input, { accountId }) => ({
      addresses: await db.account(accountId, (tx) => listAddresses(tx, accountId)),
    }),
    addSenderAddress: async ({ body }, { accountId }) => ({
      address: await db.account(accountId, (tx) => askForAddress(house, tx, accountId, body.email)),
    }),
    deleteSenderAddress: ({ params }, { accountId }) =>
      db.account(accountId, (tx) => deleteAddress(tx, accountId, params.email)),
    confirmSenderAddress: async ({ query }) => {
      const email = await confirmAddress(house, query.token)
      const told = email ? `confirmed=${encodeURIComponent(email)}` : 'confirmed=failed'
      return { location: `/settings/email/addresses?${told}` }
    },
    listSenderDomains: async (_input, { accountId }) => ({
      domains: await db.account(accountId, (tx) => listDomains(tx, accountId)),
    }),
    addSenderDomain: async ({ body }, { accountId }) => ({ domain: await addDomain(house, accountId, body.domain) }),
    verifySenderDomain: async ({ params }, { accountId }) => ({
      domain: await verifyDomain(house, lookUp, accountId, params.id),
    }),
    deleteSenderDomain: async ({ params }, { accountId }) => ({
      domain: await deleteDomain(house, accountId, params.id),
    }),
  } satisfies Partial<Handlers<typeof deliveryContract>>
}

/** One function a call. */
export const handlersOf = (desk: Desk): Handlers<typeof deliveryContract> => {
  const { house, ports } = desk
  return {
    ...senders(desk),
    listSends: async ({ query }, { accountId, isOwner, scopes }) => ({
      sends: await house.db.account(accountId, (tx) => listSends(tx, accountId, query)),
      mayResolve: allows({ isOwner, scopes }, ['emailSettings:write']),
    }),
    resolveSend: async ({ params, body }, { accountId }) => ({
      send: await resolveSend(house, ports, accountId, { id: params.id, ...body }),
    }),
    emailStats: ({ query }, { accountId }) => emailStats(house, accountId, query),
    listMailbox: ({ query }, context) => listMails(house, viewOf(house.settings, context), query),
    getMailboxMail: async ({ params }, context) => ({
      mail: await readMail(house, viewOf(house.settings, context), params.id),
    }),
  }
}
