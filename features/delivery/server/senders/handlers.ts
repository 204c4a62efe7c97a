import type { Handlers, House } from '@millrace/kit/server'
import type { senderCalls } from '../../contract/senderCalls.ts'
import { askForAddress, confirmAddress, deleteAddress, listAddresses } from './addresses.ts'
import { addDomain, deleteDomain, type LookUp, listDomains, verifyDomain } from './domains.ts'

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
  }
}
