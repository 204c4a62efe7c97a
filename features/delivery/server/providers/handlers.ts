import { type Handlers, type House, notFound, type Tx } from '@millrace/kit/server'
import type { MailProvider, providerCalls } from '../../contract/index.ts'
import { hookUrlOf } from '../hooks/address.ts'
import { chosenOf, moveFrom, moveTo } from './chosen.ts'

/** Only an account that is there has a provider. */
const THERE = 'select id from accounts where id = $1'

const providerOf = async (house: House, tx: Tx, accountId: number): Promise<MailProvider> => {
  if (!(await tx.one(THERE, [accountId]))) throw notFound('There is no such account.')
  const chosen = await chosenOf(tx, accountId)
  const { MAIL_PROVIDERS, SMTP_URL } = house.settings
  const kind = chosen?.kind ?? MAIL_PROVIDERS[0] ?? 'smtp'
  if (kind === 'smtp') return { kind: SMTP_URL ? 'smtp' : 'mailbox', isOwn: false, hookUrl: null }
  const isOwn = Boolean(chosen?.sealed)
  return { kind, isOwn, hookUrl: hookUrlOf(house, { accountId: isOwn ? accountId : 0, kind }) }
}

/** One function a call about mail providers. Administrators move accounts that are not theirs, so no wall stands here. */
export const providerHandlers = (house: House): Handlers<typeof providerCalls> => ({
  getMailProvider: async ({ params: { id } }) => ({
    provider: await house.db.system((tx) => providerOf(house, tx, id)),
  }),
  moveToSes: ({ params: { id }, body }) =>
    house.db.system(async (tx) => {
      await moveTo(house, tx, id, 'ses', body)
      return { provider: await providerOf(house, tx, id) }
    }),
  moveFromSes: ({ params: { id } }) => house.db.system((tx) => moveFrom(house, tx, id, 'ses')),
  moveToSendGrid: ({ params: { id }, body }) =>
    house.db.system(async (tx) => {
      await moveTo(house, tx, id, 'sendgrid', body)
      return { provider: await providerOf(house, tx, id) }
    }),
  moveFromSendGrid: ({ params: { id } }) => house.db.system((tx) => moveFrom(house, tx, id, 'sendgrid')),
})
