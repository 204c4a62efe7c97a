import { openConnection, type SmtpConnection } from './connection.ts'
import type { Outcome, WireMail } from './outcome.ts'
import type { Relay } from './talk.ts'

type Options = {
  connections?: number
  /** Mails that one connection carries before it is replaced. */
  mailsEach?: number
  /** An idle connection is ended after this many milliseconds. */
  idleMs?: number
}

/** Connections to one relay, used in turn. */
export type SmtpPool = {
  send(mail: WireMail): Promise<Outcome>
  close(): void
}

type Waiting = { mail: WireMail; resolve(outcome: Outcome): void; isRetried: boolean }

/** A mail waits for its answer while the next one's envelope is already under way. */
const DEPTH = 2

class Pool implements SmtpPool {
  private readonly queue: Waiting[] = []
  private readonly open = new Set<SmtpConnection>()
  private readonly serving = new Set<SmtpConnection>()
  private readonly relay: Relay
  private readonly options: Required<Options>
  private opening = 0
  private isClosed = false
  private idle: NodeJS.Timeout | undefined

  constructor(relay: Relay, options: Required<Options>) {
    this.relay = relay
    this.options = options
  }

  send(mail: WireMail): Promise<Outcome> {
    return new Promise((resolve) => {
      if (this.isClosed)
        return resolve({ kind: 'notSent', error: 'The sender is shutting down.', isUnreachable: false, isOwn: true })
      this.queue.push({ mail, resolve, isRetried: false })
      this.feed()
    })
  }

  close() {
    this.isClosed = true
    clearTimeout(this.idle)
    for (const connection of [...this.open]) this.retire(connection)
  }

  private retire(connection: SmtpConnection) {
    this.open.delete(connection)
    if (!connection.inFlight) connection.quit()
  }

  private async carry(connection: SmtpConnection, waiting: Waiting) {
    const isReused = connection.sent > 0
    const outcome = await connection.send(waiting.mail)
    // A server may close an idle connection at any time; nothing was handed over, so another one is tried at once.
    if (outcome.kind === 'notSent' && isReused && !waiting.isRetried && !this.isClosed) {
      this.queue.unshift({ ...waiting, isRetried: true })
    } else waiting.resolve(outcome)
    if (!connection.isOpen || connection.sent >= this.options.mailsEach || this.isClosed) this.retire(connection)
    this.feed()
  }

  private mayTake(connection: SmtpConnection) {
    return connection.isOpen && this.open.has(connection) && connection.inFlight < DEPTH
  }

  private async serve(connection: SmtpConnection) {
    this.serving.add(connection)
    try {
      while (this.mayTake(connection)) {
        await connection.ready()
        const waiting = this.mayTake(connection) ? this.queue.shift() : undefined
        if (!waiting) return
        void this.carry(connection, waiting)
      }
    } finally {
      this.serving.delete(connection)
      if (this.queue.length && this.mayTake(connection)) this.feed()
    }
  }

  private async grow() {
    this.opening++
    const connection = await openConnection(this.relay).catch((error: Error) => error)
    this.opening--
    if (!(connection instanceof Error)) {
      this.open.add(connection)
      return this.feed()
    }
    // Those who wait are told only where no other connection can take them.
    if (this.open.size || this.opening) return
    for (const { resolve } of this.queue.splice(0)) {
      resolve({ kind: 'notSent', error: connection.message, isUnreachable: true })
    }
  }

  private feed() {
    for (const connection of this.open) {
      if (!this.queue.length) break
      if (!this.serving.has(connection)) void this.serve(connection)
    }
    const room = this.options.connections - this.open.size - this.opening
    const wanted = Math.min(room, this.queue.length - this.opening)
    for (let more = 0; more < wanted && !this.isClosed; more++) void this.grow()
    this.rest()
  }

  private rest() {
    clearTimeout(this.idle)
    if (this.queue.length || !this.open.size) return
    this.idle = setTimeout(() => {
      for (const connection of [...this.open]) if (!connection.inFlight) this.retire(connection)
    }, this.options.idleMs)
    this.idle.unref()
  }
}

/** Opens connections as they are needed and hands mails to whichever is free. */
export const openPool = (
  relay: Relay,
  { connections = 10, mailsEach = 500, idleMs = 10_000 }: Options = {},
): SmtpPool => new Pool(relay, { connections, mailsEach, idleMs })
