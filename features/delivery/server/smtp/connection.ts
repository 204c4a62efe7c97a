import { scratchpad } from './chunks.ts'
import type { Outcome, WireMail } from './outcome.ts'
import type { Reply } from './reply.ts'
import { openTalk, type Relay, type Talk } from './talk.ts'

/** One open connection to a relay, which carries one mail after another. */
export type SmtpConnection = {
  send(mail: WireMail): Promise<Outcome>
  /** Resolves when the next mail may be begun: the last one's bytes are all written. */
  ready(): Promise<void>
  readonly isOpen: boolean
  readonly sent: number
  /** Mails without an outcome yet. */
  readonly inFlight: number
  quit(): void
}

const CRLF = Buffer.from('\r\n')
const DOT = 46

/** The mail's lines, the last one ended; one that begins with a dot gets another one (RFC 5321, 4.5.2). */
const stuffed = (source: Buffer): Buffer => {
  const isEnded = source.subarray(-2).equals(CRLF)
  if (isEnded && source[0] !== DOT && !source.includes('\n.')) return source
  const text = `${source.toString('latin1')}${isEnded ? '' : '\r\n'}`
  return Buffer.from(text.replace(/^\.|\n\./g, '$&.'), 'latin1')
}

const lost = (error: unknown): Outcome => ({ kind: 'notSent', error: (error as Error).message, isUnreachable: false })

// The content goes nowhere before it is known that its first recipient is taken: else others would get an empty mail.
const envelopeOfMany = async (talk: Talk, mail: WireMail, copies: readonly string[], isPipelined: boolean) => {
  const first = await commands(talk, [`MAIL FROM:<${mail.from}>`, `RCPT TO:<${mail.to}>`], isPipelined)
  if (first.some(({ code }) => code >= 400 || code === 0)) return first
  // Who is refused among them gets no copy; the mail goes all the same.
  const lines = copies.map((address) => `RCPT TO:<${address}>`)
  if (isPipelined) await commands(talk, lines, true)
  else for (const line of lines) await commands(talk, [line], false)
  return [...first, ...(await commands(talk, ['DATA'], false))]
}

const envelope = (talk: Talk, mail: WireMail, isPipelined: boolean): Promise<Reply[]> =>
  mail.copies?.length
    ? envelopeOfMany(talk, mail, mail.copies, isPipelined)
    : commands(talk, [`MAIL FROM:<${mail.from}>`, `RCPT TO:<${mail.to}>`, 'DATA'], isPipelined)

const commands = async (talk: Talk, lines: readonly string[], isPipelined: boolean): Promise<Reply[]> => {
  if (isPipelined) {
    const replies = talk.replies(lines.length)
    talk.socket.write(`${lines.join('\r\n')}\r\n`)
    return replies
  }
  const replies: Reply[] = []
  for (const line of lines) {
    const answer = talk.reply()
    talk.socket.write(`${line}\r\n`)
    const reply = await answer
    replies.push(reply)
    if (reply.code >= 400) break
  }
  return replies
}

const STAGES = ['sender', 'recipient', 'message'] as const

/** Opens a connection, secures it and signs in; throws where that fails. */
export const openConnection = async (relay: Relay): Promise<SmtpConnection> => {
  const { talk, offers } = await openTalk(relay)
  return carrier(talk, /^PIPELINING$/im.test(offers), relay.timeouts?.message ?? 300_000)
}

const carrier = (talk: Talk, isPipelined: boolean, messageMs: number): SmtpConnection => {
  // One mail at a time is written here, and the next one is begun when the system has taken all of it.
  const together = scratchpad()
  let wire: Promise<void> = Promise.resolve()
  let sent = 0
  let inFlight = 0
  const refuse = async (replies: Reply[], refusedAt: number): Promise<Outcome> => {
    const reply = replies[refusedAt] as Reply
    // Told to go on although it refused: the empty mail has to be ended before the reset.
    if (replies[2]?.code === 354) await talk.command('.', 2, 4, 5)
    if (reply.code === 421) talk.break(`421 ${reply.text}`)
    else await talk.command('RSET', 2)
    return { kind: 'refused', stage: STAGES[refusedAt] ?? 'message', reply }
  }
  const hand = async (mail: WireMail): Promise<() => Promise<Outcome>> => {
    const replies = await envelope(talk, mail, isPipelined)
    const refusedAt = replies.findIndex((reply) => reply.code >= 400 || reply.code === 0)
    if (refusedAt >= 0) {
      const outcome = await refuse(replies, refusedAt)
      return async () => outcome
    }
    await talk.write(stuffed(together(mail.source)))
    if (talk.error) throw talk.error
    if (mail.onWire?.() === false) {
      talk.break('The mail was held back.')
      throw new Error('The mail was held back.')
    }
    const answer = talk.reply(messageMs)
    // The next mail's envelope, where one waits, leaves in the same packet (RFC 2920, 3.1).
    const { socket } = talk
    socket.cork()
    process.nextTick(() => socket.uncork())
    socket.write('.\r\n')
    return () =>
      answer.then(
        (reply): Outcome =>
          reply.code < 400 && reply.code > 0
            ? { kind: 'accepted', reply }
            : { kind: 'refused', stage: 'message', reply },
        (error: Error): Outcome => ({ kind: 'uncertain', error: error.message }),
      )
  }
  return {
    send: async (mail) => {
      inFlight++
      const turn = wire
      let free = () => {}
      wire = new Promise((resolve) => {
        free = resolve
      })
      try {
        await turn
        const outcome = await hand(mail)
        if (isPipelined) free()
        return await outcome()
      } catch (error) {
        return lost(error)
      } finally {
        free()
        inFlight--
        sent++
      }
    },
    ready: () => wire,
    get isOpen() {
      return !talk.error
    },
    get sent() {
      return sent
    },
    get inFlight() {
      return inFlight
    },
    quit: () => {
      if (talk.error) return
      talk.socket.end('QUIT\r\n')
      setTimeout(() => talk.break('ended'), 1_000).unref()
    },
  }
}
