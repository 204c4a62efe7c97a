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
  /** How many connections are open; for metrics and tests. */
  readonly open: number
  close(): void
}

type Waiting = { mail: WireMail; resolve(outcome: Outcome): void; isRetried: boolean }

/** A mail waits for its answer while the next one's envelope is already under way. */
const DEPTH = 2

/** Opens connections as they are needed and hands mails to whichever is free. */
export const openPool = (
  relay: Relay,
  { connections = 10, mailsEach = 500, idleMs = 10_000 }: Options = {},
): SmtpPool => {
  const queue: Waiting[] = []
  const open = new Set<SmtpConnection>()
  let opening = 0
  let closed = false

  const retire = (connection: SmtpConnection) => {
    open.delete(connection)
    if (!connection.inFlight) connection.quit()
  }

  const carry = async (connection: SmtpConnection, waiting: Waiting) => {
    const isReused = connection.sent > 0
    const outcome = await connection.send(waiting.mail)
    // A server may close an idle connection at any time; nothing was handed over, so another one is tried at once.
    if (outcome.kind === 'notSent' && isReused && !waiting.isRetried && !closed) {
      queue.unshift({ ...waiting, isRetried: true })
    } else waiting.resolve(outcome)
    if (!connection.isOpen || connection.sent >= mailsEach || closed) retire(connection)
    feed()
  }

  const serve = async (connection: SmtpConnection) => {
    while (connection.isOpen && open.has(connection)) {
      await connection.ready()
      const waiting = connection.inFlight < DEPTH && connection.isOpen ? queue.shift() : undefined
      if (!waiting) return
      void carry(connection, waiting)
    }
  }

  const grow = async () => {
    opening++
    const connection = await openConnection(relay).catch((error: Error) => error)
    opening--
    if (!(connection instanceof Error)) {
      open.add(connection)
      return feed()
    }
    // Those who wait are told only where no other connection can take them.
    if (open.size || opening) return
    for (const { resolve } of queue.splice(0)) {
      resolve({ kind: 'notSent', error: connection.message, isUnreachable: true })
    }
  }

  const serving = new Set<SmtpConnection>()
  const feed = () => {
    for (const connection of open) {
      if (!queue.length) break
      if (serving.has(connection)) continue
      serving.add(connection)
      void serve(connection).finally(() => {
        serving.delete(connection)
        if (queue.length && connection.isOpen && connection.inFlight < DEPTH) feed()
      })
    }
    const wanted = Math.min(connections - open.size - opening, queue.length - opening)
    for (let more = 0; more < wanted && !closed; more++) void grow()
    rest()
  }

  let idle: NodeJS.Timeout | undefined
  const rest = () => {
    clearTimeout(idle)
    if (queue.length || !open.size) return
    idle = setTimeout(() => {
      for (const connection of [...open]) if (!connection.inFlight) retire(connection)
    }, idleMs)
    idle.unref()
  }

  return {
    send: (mail) =>
      new Promise((resolve) => {
        if (closed) return resolve({ kind: 'notSent', error: 'The sender is shutting down.', isUnreachable: false })
        queue.push({ mail, resolve, isRetried: false })
        feed()
      }),
    get open() {
      return open.size
    },
    close: () => {
      closed = true
      clearTimeout(idle)
      for (const connection of [...open]) retire(connection)
    },
  }
}
