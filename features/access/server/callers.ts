import type { Caller, Clock, House, Tx } from '@millrace/kit/server'

/** How long a caller is believed without looking again, in milliseconds. */
const BELIEVED = 5_000
const MOST = 5_000
const TOPIC = 'access'

/** Callers that were found a moment ago. */
export type Callers = {
  /** The caller under this key, looked up where it is not remembered; absent callers are not remembered. */
  find(key: string, look: () => Promise<Caller | undefined>): Promise<Caller | undefined>
  /** Forgets everybody here at once, and in other processes on commit. */
  forget(tx: Tx): Promise<void>
}

/** Opens the memory of callers; a change of sessions, rights or keys empties it. */
export const openCallers = ({ clock, bell }: { clock: Clock; bell: House['bell'] }): Callers => {
  const known = new Map<string, { caller: Caller; until: number }>()
  let age = 0
  const empty = () => {
    known.clear()
    age++
  }
  bell.on(TOPIC, empty)
  return {
    find: async (key, look) => {
      const now = clock.now().getTime()
      const entry = known.get(key)
      if (entry && entry.until > now) return entry.caller
      const askedAt = age
      const caller = await look()
      if (known.size >= MOST) known.clear()
      // What was read before a change must not be remembered after it.
      if (caller && askedAt === age) known.set(key, { caller, until: now + BELIEVED })
      return caller
    },
    forget: async (tx) => {
      empty()
      await bell.ring(tx, TOPIC, 0)
    },
  }
}
