import type { Subscriber } from '@millrace/preferences/server'
import type { GoingMail } from './composeBatch.ts'

/** Whom the ways out of a mail are for: the person, or the address alone where it is not the person's. */
export const subscriberOf = ({ send, person, to }: Pick<GoingMail, 'send' | 'person' | 'to'>): Subscriber => {
  const { accountId, personId } = send
  const isElsewhere = send.toAddress !== null && to.trim().toLowerCase() !== person?.email?.trim().toLowerCase()
  return { accountId, personId, send, ...(isElsewhere && personId > 0 && { isElsewhere }) }
}
