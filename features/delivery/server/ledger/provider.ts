import type { Outcome, WireMail } from '../smtp/outcome.ts'
import { openPool } from '../smtp/pool.ts'
import { relayFrom } from '../smtp/relay.ts'
import { isSlowDown } from '../smtp/slowDown.ts'

/** Who takes mail from us. */
export type Provider = {
  name: string
  /** True where taking a mail is delivering it: the built-in mailbox. */
  isMailbox: boolean
  send(mail: WireMail): Promise<Outcome>
  /** Until when nothing is to be sent, because the provider could not be reached or asked for a pause. */
  pausedUntil(now: Date): Date | undefined
  close(): void
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Sends nothing for a while after the provider could not be reached or took no more, and longer each time. */
const breaker = (now: () => Date) => {
  let failures = 0
  let until = 0
  return {
    heard: (outcome: Outcome) => {
      if (!(outcome.kind === 'notSent' && outcome.isUnreachable) && !isSlowDown(outcome)) {
        if (outcome.kind === 'accepted') failures = 0
        return
      }
      const at = now().getTime()
      if (at < until) return
      until = at + Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
      failures++
    },
    pausedUntil: (at: Date) => (at.getTime() < until ? new Date(until) : undefined),
  }
}

/** A relay as provider. Its address may say `connections` and `mails` (for each connection) in the query. */
export const relayProvider = (address: string, now: () => Date, isMailbox = false): Provider => {
  const query = new URL(address).searchParams
  const pool = openPool(relayFrom(address), {
    connections: Number(query.get('connections')) || 10,
    mailsEach: Number(query.get('mails')) || 500,
  })
  const circuit = breaker(now)
  return {
    name: new URL(address).host,
    isMailbox,
    send: async (mail) => {
      const outcome = await pool.send(mail)
      circuit.heard(outcome)
      return outcome
    },
    pausedUntil: circuit.pausedUntil,
    close: () => pool.close(),
  }
}
