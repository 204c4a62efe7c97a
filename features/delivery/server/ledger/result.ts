import type { SendState } from '../../contract/index.ts'
import type { Outcome } from '../smtp/outcome.ts'
import { enhancedCode, type Reply } from '../smtp/reply.ts'
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
}

const NOT_NOW_MS = 2_000

// What a server says may hold signs that the database cannot keep in text, or that would garble a screen.
const plain = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, ' ').slice(0, 500)

const said = ({ code, text }: Reply) => plain(`${code} ${text}`)

const isDeadAddress = (reply: Reply, stage: string) => {
  const enhanced = enhancedCode(reply)
  if (enhanced) return /^5\.(1\.(1|2|3|6|10)|2\.1|4\.4)$/.test(enhanced)
  return stage === 'recipient' && [550, 551, 553].includes(reply.code)
}

const refused = (stage: string, reply: Reply, attempts: number, now: Date): Result => {
  const base = { reply: said(reply), why: null, dueAt: null, isFree: false }
  if (reply.code >= 500) {
    return { ...base, state: isDeadAddress(reply, stage) ? 'bounced' : 'failed', why: 'The mail was refused.' }
  }
  const dueAt = retryAt(attempts, now)
  if (!dueAt) return { ...base, state: 'failed', why: `Given up after ${attempts} tries.` }
  return { ...base, state: 'planned', dueAt, why: 'Put off by the receiving server.' }
}

/** What an outcome makes of a row that has been tried `attempts` times, this one included. */
export const resultOf = (outcome: Outcome, attempts: number, now: Date, isDelivery: boolean): Result => {
  switch (outcome.kind) {
    case 'accepted':
      return {
        state: isDelivery ? 'delivered' : 'accepted',
        why: null,
        reply: said(outcome.reply),
        dueAt: null,
        isFree: false,
      }
    case 'refused':
      return refused(outcome.stage, outcome.reply, attempts, now)
    case 'notSent':
      return {
        state: 'planned',
        why: plain(outcome.error),
        reply: null,
        dueAt: new Date(now.getTime() + NOT_NOW_MS),
        isFree: true,
      }
    case 'uncertain':
      return { state: 'uncertain', why: plain(outcome.error), reply: null, dueAt: null, isFree: false }
  }
}
