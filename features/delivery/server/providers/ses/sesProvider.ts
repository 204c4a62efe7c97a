import { hash } from 'node:crypto'
import { type Outgoing, type OutgoingAnswer, openOutgoing } from '@millrace/kit/server'
import { bytesOf } from '../../smtp/chunks.ts'
import type { Outcome } from '../../smtp/outcome.ts'
import { openBreaker } from '../breaker.ts'
import { openGate } from '../gate.ts'
import { askedPace } from '../pace.ts'
import { type Provider, type ProviderMail, tagOf } from '../provider.ts'
import { addressMark } from '../recipients.ts'
import { sesOutcome, sesSilence } from './sesAnswer.ts'
import { signV4 } from './signV4.ts'

/** How SES is reached. */
export type SesAccess = {
  region: string
  accessKey: string
  secretKey: string
  configurationSet?: string | undefined
  /** In place of the region's own address. */
  endpoint?: string | undefined
}

/** The name of the tag that carries which mail it is; SES gives a mail a Message-ID of its own. */
export const SES_TAG = 'millrace'
/** The name of the tag that marks whose mail it is, where others get copies. */
export const SES_TO_TAG = 'millrace-to'

const CONNECTIONS = 32
const TIMEOUT_MS = 60_000

const RESTING: Outcome = { kind: 'notSent', error: 'SES is given a rest.', isUnreachable: false, isOwn: true }
const HELD_BACK: Outcome = { kind: 'notSent', error: 'The mail was held back.', isUnreachable: false, isOwn: true }

const endpointOf = ({ endpoint, region }: SesAccess) =>
  (endpoint ?? `https://email.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`).replace(/\/$/, '')

const requestOf = ({ to, copies = [], source, messageId }: ProviderMail, { configurationSet }: SesAccess) =>
  JSON.stringify({
    Content: { Raw: { Data: bytesOf(source).toString('base64') } },
    Destination: { ToAddresses: [to], ...(copies.length && { BccAddresses: copies }) },
    EmailTags: [
      { Name: SES_TAG, Value: tagOf(messageId) },
      ...(copies.length ? [{ Name: SES_TO_TAG, Value: addressMark(to) }] : []),
    ],
    ...(configurationSet && { ConfigurationSetName: configurationSet }),
  })

/** A client of SES: whatever it asks is signed and stays with the host of its endpoint. */
const clientOf = (access: SesAccess, now: () => Date, connections?: number) => {
  const endpoint = endpointOf(access)
  const outgoing: Outgoing = openOutgoing({
    allow: access.endpoint ? new URL(access.endpoint).hostname.replace(/^\[|\]$/g, '') : '',
    ...(connections && { connections }),
  })
  const signer = { ...access, service: 'ses' }
  return (method: 'GET' | 'POST', path: string, body?: string, beforeEnd?: () => boolean) => {
    const url = endpoint + path
    const headers = { ...(body !== undefined && { 'content-type': 'application/json' }) }
    return outgoing.send({
      method,
      url,
      headers: signV4({ method, url, headers, ...(body !== undefined && { body }) }, signer, now()),
      ...(body !== undefined && { body }),
      ...(beforeEnd && { beforeEnd }),
      mostRedirects: 0,
      timeoutMs: TIMEOUT_MS,
    })
  }
}

type Ask = ReturnType<typeof clientOf>

const post = async (ask: Ask, mail: ProviderMail, body: string): Promise<Outcome> => {
  let isHeldBack = false
  const beforeEnd = () => {
    isHeldBack = mail.onWire?.() === false
    return !isHeldBack
  }
  try {
    return sesOutcome(await ask('POST', '/v2/email/outbound-emails', body, beforeEnd))
  } catch (error) {
    return isHeldBack ? HELD_BACK : sesSilence(error)
  }
}

/** What SES lets its account do. */
export type SesQuota = { isSandbox: boolean; perSecond: number; perDay: number; sentToday: number; isEnabled: boolean }

const quotaOf = ({ status, body }: OutgoingAnswer): SesQuota => {
  if (status !== 200) throw new Error(`SES answers ${status}: ${body.slice(0, 200)}`.trim())
  const { SendQuota = {}, ProductionAccessEnabled, SendingEnabled } = JSON.parse(body)
  return {
    isSandbox: ProductionAccessEnabled === false,
    isEnabled: SendingEnabled !== false,
    perSecond: Number(SendQuota.MaxSendRate ?? 0),
    perDay: Number(SendQuota.Max24HourSend ?? 0),
    sentToday: Number(SendQuota.SentLast24Hours ?? 0),
  }
}

/** Asks SES what its account may send. */
export const askSesQuota = async (access: SesAccess): Promise<SesQuota> =>
  quotaOf(await clientOf(access, () => new Date())('GET', '/v2/email/account'))

// Its keys are the nearest that we know of whose account it is; rates hold for a region.
const paceName = ({ region, accessKey }: SesAccess) => `ses ${region} ${hash('sha256', accessKey, 'hex').slice(0, 16)}`

/** Amazon SES (API v2) as provider. */
export const sesProvider = (access: SesAccess, now: () => Date): Provider => {
  const circuit = openBreaker(now)
  const gate = openGate(CONNECTIONS)
  const ask = clientOf(access, now, CONNECTIONS)
  const { pace, learn } = askedPace(paceName(access), async () => (await askSesQuota(access)).perSecond, now)
  return {
    kind: 'ses',
    name: `SES ${access.region}`,
    isMailbox: false,
    rewrites: ['message-id', 'date'],
    mostSignatures: 1,
    send: (mail) =>
      gate(async () => {
        // What waited for its turn while SES asked for a pause is not offered.
        if (circuit.pausedUntil(now())) return RESTING
        const outcome = await post(ask, mail, requestOf(mail, access))
        circuit.heard(outcome)
        return outcome
      }),
    pace,
    learn,
    pausedUntil: (at) => circuit.pausedUntil(at) ?? (at < pace.opensAt ? pace.opensAt : undefined),
    close: () => {},
  }
}
