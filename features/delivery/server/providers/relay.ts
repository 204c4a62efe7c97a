import { openPool } from '../smtp/pool.ts'
import { relayFrom } from '../smtp/relay.ts'
import { openBreaker } from './breaker.ts'
import type { Provider, ProviderKind } from './provider.ts'

/** A relay as provider. Its address may say `connections` and `mails` (for each connection) in the query. */
export const relayProvider = (
  address: string,
  now: () => Date,
  kind: Exclude<ProviderKind, 'ses'> = 'smtp',
): Provider => {
  const query = new URL(address).searchParams
  const pool = openPool(relayFrom(address), {
    connections: Number(query.get('connections')) || 10,
    mailsEach: Number(query.get('mails')) || 500,
  })
  const circuit = openBreaker(now)
  return {
    kind,
    name: new URL(address).host,
    isMailbox: kind === 'mailbox',
    rewrites: [],
    mostSignatures: Number.POSITIVE_INFINITY,
    send: async (mail) => {
      const outcome = await pool.send(mail)
      circuit.heard(outcome)
      return outcome
    },
    pausedUntil: circuit.pausedUntil,
    close: () => pool.close(),
  }
}
