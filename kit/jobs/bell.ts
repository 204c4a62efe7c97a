import pg from 'pg'
import type { Tx } from '../server/database.ts'

/** Wakes loops in every process when something was written. A missed ring is harmless: loops also look by themselves. */
export type Bell = {
  /** Rings on commit. `topic` names a loop, `accountId` whose work it is. */
  ring(tx: Tx, topic: string, accountId: number): Promise<void>
  /** Calls `heard` for each ring of `topic`; answers a function that stops listening. */
  on(topic: string, heard: (accountId: number) => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'millrace'

/** One listening connection per process, opened again when it breaks; after a break every listener is told (account 0). */
export const openBell = (url: string, onError: (error: Error) => void): Bell => {
  const listeners = new Map<string, Set<(accountId: number) => void>>()
  const tell = (topic: string, accountId: number) => {
    for (const heard of listeners.get(topic) ?? []) heard(accountId)
  }
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const listen = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    next.on('notification', ({ payload = '' }) => {
      const [topic = '', account = '0'] = payload.split(':')
      tell(topic, Number(account))
    })
    next.on('error', onError)
    next.on('end', again)
    client = next
    try {
      await next.connect()
      await next.query(`LISTEN ${CHANNEL}`)
      for (const topic of listeners.keys()) tell(topic, 0)
    } catch (error) {
      onError(error as Error)
      await next.end().catch(onError)
    }
  }
  const again = () => {
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(listen, 500)
  }
  void listen()
  return {
    ring: async (tx, topic, accountId) => {
      await tx.rows('SELECT pg_notify($1, $2)', [CHANNEL, `${topic}:${accountId}`], 'bell')
    },
    on: (topic, heard) => {
      const set = listeners.get(topic) ?? new Set()
      set.add(heard)
      listeners.set(topic, set)
      return () => set.delete(heard)
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(onError)
    },
  }
}
