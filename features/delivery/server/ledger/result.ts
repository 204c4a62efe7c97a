import type { SendState } from '../../contract/index.ts'
import { aboutAddress } from '../smtp/aboutAddress.ts'
import type { Outcome } from '../smtp/outcome.ts'
import { enhancedCode, type Reply } from '../smtp/reply.ts'
import { isSlowDown, isSpamBlock } from '../smtp/slowDown.ts'
import { retryAt } from './backoff.ts'

/** What a try makes of a row. */
export type Result = {
  state: SendState
  why: string | null
  reply: string | null
  /** When it is tried again; only for `planned`. */
  dueAt: Date | null
  /** True where the try does not count, because nothing was handed over. */
  isFree: boolean
  /** True where the address is not there, false where it could not be reached; only where the mail is given up for that. */
  isHard?: boolean
}

const NOT_NOW_MS = 2_000
/** A mail that breaks the line is tried so often at once, and so often in all. */
const FREE_BREAKS = 3
const MOST_BREAKS = 10
/** For so long a server that takes no more mail for now uses up none of a mail's tries. */
const SLOWED_FOR_MS = 3 * 86_400_000
/** Mail that is taken for spam is offered again so often. */
const MAX_SPAM_BLOCK_RETRIES = 2
const SPAM_BLOCK_WAITS = [15 * 60_000, 60 * 60_000]

// What a server says may hold signs that the database cannot keep in text, or that would garble a screen.
const plain = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, ' ').slice(0, 500)

const said = ({ code, text }: Reply) => plain(`${code} ${text}`)

// Who refuses to be sent to by us says nothing about the address.
const ofAddress = (reply: Reply, stage: string): { isHard?: boolean } => {
  const isHard =
    stage === 'sender'
      ? undefined
      : aboutAddress({ ...reply, status: enhancedCode(reply), isAddressed: stage === 'recipient' })
  return isHard === undefined ? {} : { isHard }
}

/** A try: the how-manieth it is, when the row was planned, and whether taking a mail is delivering it. */
export type Tried = { attempts: number; createdAt: Date; now: Date; isDelivery: boolean }

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

// Spam filters often change their mind; asking for long makes them surer.
const blocked = (reply: Reply, { attempts, now }: Tried): Result => {
  const base = { reply: said(reply), isFree: false }
  const dueAt = attempts <= MAX_SPAM_BLOCK_RETRIES ? later(now, SPAM_BLOCK_WAITS[attempts - 1] ?? 0) : null
  if (!dueAt) return { ...base, state: 'failed', why: 'The mail was refused as spam.', dueAt }
  return { ...base, state: 'planned', why: 'Taken for spam by the receiving server; it is asked again.', dueAt }
}

const refused = (outcome: Outcome & { kind: 'refused' }, tried: Tried): Result => {
  const { stage, reply } = outcome
  const { attempts, createdAt, now } = tried
  const base = { reply: said(reply), why: null, dueAt: null, isFree: false }
  if (isSpamBlock(reply)) return blocked(reply, tried)
  if (reply.code >= 500) {
    const said = ofAddress(reply, stage)
    return { ...base, ...said, state: said.isHard ? 'bounced' : 'failed', why: 'The mail was refused.' }
  }
  if (isSlowDown(outcome) && now.getTime() - createdAt.getTime() < SLOWED_FOR_MS) {
    const why = 'The server takes no more mail for now.'
    return { ...base, state: 'planned', dueAt: later(now, NOT_NOW_MS), why, isFree: true }
  }
  const dueAt = retryAt(attempts, now)
  if (!dueAt) return { ...base, ...ofAddress(reply, stage), state: 'failed', why: `Given up after ${attempts} tries.` }
  return { ...base, state: 'planned', dueAt, why: 'Put off by the receiving server.' }
}

// A broken line is tried again soon; a mail that breaks it each time must not do so for ever.
const notSent = (outcome: Outcome & { kind: 'notSent' }, { attempts, now }: Tried): Result => {
  const isFree = outcome.isUnreachable || outcome.isOwn === true
  const base = { why: plain(outcome.error), reply: null, isFree }
  if (isFree || attempts <= FREE_BREAKS) return { ...base, state: 'planned', dueAt: later(now, NOT_NOW_MS) }
  const dueAt = attempts < MOST_BREAKS ? retryAt(attempts - FREE_BREAKS, now) : undefined
  if (dueAt) return { ...base, state: 'planned', dueAt }
  return { ...base, state: 'failed', why: `The line broke ${attempts} times. ${plain(outcome.error)}`, dueAt: null }
}

/** What an outcome makes of a row. */
export const resultOf = (outcome: Outcome, tried: Tried): Result => {
  switch (outcome.kind) {
    case 'accepted':
      return {
        state: tried.isDelivery ? 'delivered' : 'accepted',
        why: null,
        reply: said(outcome.reply),
        dueAt: null,
        isFree: false,
      }
    case 'refused':
      return refused(outcome, tried)
    case 'notSent':
      return notSent(outcome, tried)
    case 'uncertain':
      return { state: 'uncertain', why: plain(outcome.error), reply: null, dueAt: null, isFree: false }
  }
}
