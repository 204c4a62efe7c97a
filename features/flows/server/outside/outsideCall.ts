import { createHmac } from 'node:crypto'
import { type Keys, OutgoingError, type OutgoingRequest } from '@millrace/kit/server'
import { openSecret, signingSecretOf } from './secrets.ts'

/** A header as a call keeps it: secrets stay sealed until the moment of calling. */
export type CallHeader = { name: string; value: string } | { name: string; secret: string }

/** A call as it is kept until it is answered. */
export type OutsideCall = { method: string; url: string; headers: CallHeader[]; body?: string }

/** Names the stay for which a call is made, the same for every try of it. */
export const callKeyOf = ({ runId, stepId, stayAt }: { runId: number; stepId: number; stayAt: Date }): string =>
  `flow-${runId}-${stepId}-${stayAt.getTime().toString(36)}`

/** Signs by Standard Webhooks. */
const signed = (secret: string, key: string, at: Date, body: string): Record<string, string> => {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', bytes).update(`${key}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': key, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

/** The request of a call: secrets opened, key and signature added. */
export const requestOf = (
  keys: Keys,
  accountId: number,
  call: OutsideCall,
  { key, at }: { key: string; at: Date },
): OutgoingRequest => {
  const { origin } = new URL(call.url)
  const headers: Record<string, string> = {}
  for (const header of call.headers) {
    const value = 'value' in header ? header.value : openSecret(keys, accountId, origin, header.secret)
    if (value === undefined)
      throw new OutgoingError('address', `The secret value of ${header.name} cannot be read. Type it again.`)
    headers[header.name.toLowerCase()] = value
  }
  return {
    method: call.method,
    url: call.url,
    headers: {
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      'idempotency-key': key,
      ...signed(signingSecretOf(keys, accountId, origin), key, at, call.body ?? ''),
    },
    ...(call.body !== undefined && { body: call.body }),
  }
}
