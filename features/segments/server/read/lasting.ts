import { setTimeout as after } from 'node:timers/promises'

/** How long a caller waits before it is told to ask again. */
const PATIENCE_MS = 900
/** How long an answer that was ready late is kept for the next question. */
const KEEP_MS = 10_000

const LATE = Symbol('late')

/** Answers a question, or undefined where that takes long: the work goes on, and who asks again gets the same. */
export type Lasting = <T>(question: string, work: () => Promise<T>) => Promise<T | undefined>

/** Work that may take longer than a caller waits. */
export const openLasting = (): Lasting => {
  const running = new Map<string, Promise<unknown>>()

  const begin = (question: string, work: () => Promise<unknown>): Promise<unknown> => {
    const before = running.get(question)
    if (before) return before
    const mine = work()
    running.set(question, mine)
    const forget = () => running.get(question) === mine && running.delete(question)
    mine.then(
      () => setTimeout(forget, KEEP_MS).unref(),
      () => forget(),
    )
    return mine
  }

  return async <T>(question: string, work: () => Promise<T>): Promise<T | undefined> => {
    const mine = begin(question, work)
    const patience = new AbortController()
    const result = await Promise.race([mine, after(PATIENCE_MS, LATE, { signal: patience.signal })])
    patience.abort()
    if (result === LATE) return undefined
    // What was ready in time is not kept: the next question is answered afresh.
    if (running.get(question) === mine) running.delete(question)
    return result as T
  }
}
