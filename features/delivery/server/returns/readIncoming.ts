import { createHash } from 'node:crypto'
import type { House } from '@millrace/kit/server'
import { readPreferenceToken, type Subscriber } from '@millrace/preferences/server'
import { sendOfMessageId } from '../ledger/messageId.ts'
import { keyOf, type SendKey } from '../ledger/row.ts'
import { isAutomatic, readBounce } from './readBounce.ts'
import { readComplaint } from './readComplaint.ts'
import { readParts, type Taken } from './readParts.ts'
import type { MailReport } from './reports.ts'
import { readReturnAddress } from './returnAddress.ts'

/** A mail as a receiver got it. */
export type IncomingMail = { from: string; to: string[]; raw: Buffer }

/** What a mail that came in asks for. */
export type Asked = {
  reports: (MailReport & { send: SendKey })[]
  unsubscribes: Subscriber[]
  /** The mail that this one answers, where somebody shall read the answer. */
  answers: { send: SendKey; taken: Taken } | undefined
}

type Tools = Pick<House, 'keys' | 'clock' | 'settings' | 'publicUrl'>

const UNSUBSCRIBE = /^u\.([^@]+)@/i
/** Where complaints come to, and what other servers write to without being asked. */
const POST_OFFICE = /^(?:fbl|abuse|postmaster|bounces?|mailer-daemon)@/i

const isOwnHost = ({ settings, publicUrl }: Tools, address: string) => {
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const { RETURN_HOST, REPLY_HOST } = settings
  const own = [RETURN_HOST, REPLY_HOST, new URL(publicUrl).hostname].map((name) => name?.toLowerCase())
  return own.includes(host) || host.startsWith('mb.')
}

const subscriberOf = (tools: Tools, address: string): Subscriber | undefined => {
  const token = UNSUBSCRIBE.exec(address)?.[1]
  return token ? readPreferenceToken(tools, token) : undefined
}

/** True for an address that mail comes back to: one that we signed, or the post office of one of our hosts. */
export const isOurs = (tools: Tools, address: string): boolean =>
  readReturnAddress(tools.keys, address) !== undefined ||
  subscriberOf(tools, address) !== undefined ||
  (POST_OFFICE.test(address) && isOwnHost(tools, address))

const MOST_NAMES = 20

/** The mail of ours that is shown in another one: by the name that only we can have given it, or by where it came back to. */
const shownIn = ({ keys }: Tools, { parts }: Taken): SendKey | undefined => {
  for (const { text } of parts) {
    for (const [, name = ''] of [...text.matchAll(/^[>\s]*Message-ID:\s*(<[^<>\s]{5,300}>)/gim)].slice(0, MOST_NAMES)) {
      const send = sendOfMessageId(keys, name)
      if (send) return send
    }
    for (const [address] of [...text.matchAll(/\bb\.[0-9a-z.]{20,62}@[a-z0-9.-]{1,200}/gi)].slice(0, MOST_NAMES)) {
      const known = readReturnAddress(keys, address)
      if (known) return known.send
    }
  }
  return undefined
}

const dateOf = ({ of }: Taken, now: Date) => {
  const at = new Date(of('date'))
  return Number.isNaN(at.getTime()) ? now : at
}

type Report = Asked['reports'][number]

const bounceOf = (taken: Taken, send: SendKey, now: Date): Report | undefined => {
  const bounce = readBounce(taken)
  if (!bounce) return undefined
  const { kind, isHard, detail, address } = bounce
  return {
    send,
    kind,
    ...(isHard !== undefined && { isHard }),
    ...(address && { address }),
    at: dateOf(taken, now),
    detail,
    key: `mail ${kind} ${keyOf(send)}${address ? ` ${address.slice(0, 200)}` : ''}`,
  }
}

const complaintOf = (taken: Taken, send: SendKey, now: Date): Report | undefined => {
  const complaint = readComplaint(taken)
  return complaint && { ...complaint, send, at: dateOf(taken, now), key: `mail ${complaint.kind} ${keyOf(send)}` }
}

const replyOf = (taken: Taken, send: SendKey, { raw }: IncomingMail, now: Date): Report => {
  const name = createHash('sha256')
    .update(taken.of('message-id') || raw)
    .digest('base64url')
  const isMachine = isAutomatic(taken)
  return { send, kind: 'replied', at: now, detail: '', key: `mail reply ${name}`, ...(isMachine && { isMachine }) }
}

const readOne = (tools: Tools, mail: IncomingMail, address: string, asked: Asked, taken: () => Taken) => {
  const now = tools.clock.now()
  const subscriber = subscriberOf(tools, address)
  if (subscriber) return void asked.unsubscribes.push(subscriber)
  const named = readReturnAddress(tools.keys, address)
  if (!named && !POST_OFFICE.test(address)) return
  const send = named?.send ?? shownIn(tools, taken())
  if (!send) return
  const report = complaintOf(taken(), send, now) ?? bounceOf(taken(), send, now)
  if (report) return void asked.reports.push(report)
  if (named?.kind !== 'r' || !mail.from) return
  asked.reports.push(replyOf(taken(), send, mail, now))
  asked.answers = { send, taken: taken() }
}

/**
 * Reads what a mail that came in asks for. It is about a mail of ours only where it names it by a signature of ours: whoever
 * invents bounces of other people's mail harms nobody.
 */
export const readIncoming = (tools: Tools, mail: IncomingMail): Asked => {
  const asked: Asked = { reports: [], unsubscribes: [], answers: undefined }
  let parts: Taken | undefined
  const taken = () => {
    parts ??= readParts(mail.raw)
    return parts
  }
  for (const address of mail.to) readOne(tools, mail, address, asked, taken)
  return asked
}
