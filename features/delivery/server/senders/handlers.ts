import type { Handlers, House } from '@millrace/kit/server'
import type { senderCalls } from '../../contract/senderCalls.ts'
import {
  askForAddress,
  confirmAddress,
  confirmPage,
  deleteAddress,
  listAddresses,
  readAddressLink,
} from './addresses.ts'
import { addDomain, deleteDomain, listDomains, verifyDomain } from './domains.ts'
import type { LookUp } from './lookUp.ts'

type Desk = { house: House; lookUp: LookUp }

/** One function a call about senders. */
export const senderHandlers = ({ house, lookUp }: Desk): Handlers<typeof senderCalls> => {
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
    openSenderLink: async ({ query }) => ({ location: confirmPage(query.token) }),
    readSenderLink: ({ query }) => readAddressLink(house, query.token),
    confirmSenderAddress: ({ body }) => confirmAddress(house, body.token),
    listSenderDomains: async (_input, { accountId }) => ({
      domains: await db.account(accountId, (tx) => listDomains(house, tx, accountId)),
    }),
    addSenderDomain: async ({ body }, { accountId }) => ({ domain: await addDomain(house, accountId, body.domain) }),
    verifySenderDomain: async ({ params }, { accountId }) => ({
      domain: await verifyDomain(house, lookUp, accountId, params.id),
    }),
    deleteSenderDomain: async ({ params }, { accountId }) => ({
      domain: await deleteDomain(house, accountId, params.id),
    }),
  }
}
