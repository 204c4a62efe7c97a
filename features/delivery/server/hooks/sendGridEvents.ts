import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type Keys, readJson } from '@millrace/kit/server'
import { z } from 'zod'
import { SENDGRID_ARGUMENT, SENDGRID_TO_ARGUMENT } from '../providers/sendGrid.ts'
import type { MailReport } from '../returns/reports.ts'
import { type Told, toldOf } from './told.ts'

const Text = z.string().catch('')

const Event = z.object({
  event: Text,
  email: Text,
  timestamp: z.coerce.number().catch(0),
  sg_event_id: Text,
  sg_message_id: Text,
  'smtp-id': Text,
  type: Text,
  status: Text,
  reason: Text,
  response: Text,
  bounce_classification: Text,
  [SENDGRID_ARGUMENT]: z.string().optional().catch(undefined),
  [SENDGRID_TO_ARGUMENT]: z.string().optional().catch(undefined),
})
type Event = z.output<typeof Event>

type Said = Pick<MailReport, 'kind' | 'isHard'> & { isOfAddress?: true }

// What a bounce is put down to, in SendGrid's words; what is not named says nothing about the address.
const HARD = /^invalid address$/i
const SOFT = /^mailbox unavailable$/i

const bounced = ({ type, status, bounce_classification }: Event): Said => {
  if (bounce_classification && !/^unclassified$/i.test(bounce_classification)) {
    if (HARD.test(bounce_classification)) return { kind: 'bounced', isHard: true }
    return SOFT.test(bounce_classification) ? { kind: 'bounced', isHard: false } : { kind: 'bounced' }
  }
  if (type !== 'blocked') return { kind: 'bounced', isHard: !status.startsWith('4') }
  return /^[45]\.2\.2/.test(status) ? { kind: 'bounced', isHard: false } : { kind: 'bounced' }
}

// SendGrid drops mail to whom it knows: the mail did not arrive, and the address is told of.
const dropped = ({ reason }: Event): Said[] => {
  if (/^(bounced address|invalid)/i.test(reason)) return [{ kind: 'bounced', isHard: true }]
  const unsent: Said = { kind: 'bounced' }
  if (/^spam report/i.test(reason)) return [unsent, { kind: 'complained', isOfAddress: true }]
  if (/^unsubscribed address/i.test(reason)) return [unsent, { kind: 'unsubscribed', isOfAddress: true }]
  return [unsent]
}

const READERS: Readonly<Record<string, (event: Event) => Said[]>> = {
  delivered: () => [{ kind: 'delivered' }],
  deferred: () => [{ kind: 'deferred' }],
  bounce: (event) => [bounced(event)],
  dropped,
  spamreport: () => [{ kind: 'complained' }],
  unsubscribe: () => [{ kind: 'unsubscribed' }],
  group_unsubscribe: () => [{ kind: 'unsubscribed' }],
}

const readOne = (keys: Keys, item: unknown): Told[] => {
  const { success, data: event } = Event.safeParse(item)
  if (!success || !event.email) return []
  const id = event.sg_event_id || `${event.sg_message_id}:${event.event}:${event.timestamp}`
  const named = {
    tag: event[SENDGRID_ARGUMENT],
    mark: event[SENDGRID_TO_ARGUMENT],
    messageId: event['smtp-id'],
  }
  return (READERS[event.event]?.(event) ?? []).map(({ isOfAddress, ...said }) => {
    const told = toldOf(keys, named, event.email, {
      ...said,
      at: new Date(event.timestamp * 1_000),
      detail: event.reason || event.response || event.event,
      key: `sg:${id}:${said.kind}`,
    })
    const { send: _send, ...ofAddress } = told.report
    return isOfAddress ? { ...told, report: ofAddress } : told
  })
}

/** Reads the events of a call of SendGrid; undefined where it is no list of events. */
export const readSendGridEvents = (keys: Keys, body: string): Told[] | undefined => {
  let told: unknown
  try {
    told = readJson(body)
  } catch {
    return undefined
  }
  return Array.isArray(told) ? told.flatMap((item) => readOne(keys, item)) : undefined
}

/** SendGrid shows its verification key as the bare DER, in base64. */
const keyFrom = (text: string): KeyObject | undefined => {
  try {
    return createPublicKey({ key: Buffer.from(text.replace(/\s/g, ''), 'base64'), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

/** Whether SendGrid signed a call: ECDSA (P-256, SHA-256) over the time and the body as they came. */
export const isSignedBySendGrid = (
  webhookKey: string | undefined,
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
): boolean => {
  const key = webhookKey ? keyFrom(webhookKey) : undefined
  const signature = headers['x-twilio-email-event-webhook-signature']
  const timestamp = headers['x-twilio-email-event-webhook-timestamp']
  if (!key || typeof signature !== 'string' || typeof timestamp !== 'string') return false
  return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'))
}
