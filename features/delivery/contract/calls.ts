import { apiCalls } from './apiCalls.ts'
import { ledgerCalls } from './ledgerCalls.ts'
import { mailboxCalls } from './mailboxCalls.ts'
import { metricsCalls } from './metricsCalls.ts'
import { providerCalls } from './providerCalls.ts'
import { ruleCalls } from './ruleCalls.ts'
import { senderCalls } from './senderCalls.ts'

/** The calls of delivery. */
export const deliveryContract = {
  ...senderCalls,
  ...ledgerCalls,
  ...apiCalls,
  ...ruleCalls,
  ...providerCalls,
  ...metricsCalls,
  ...mailboxCalls,
}
