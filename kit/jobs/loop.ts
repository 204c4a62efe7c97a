/** What a loop did: `more` (call again at once), the time of the next work that is known, or nothing known. */
export type LoopResult = 'more' | Date | undefined

/** Work that goes on for as long as a worker runs. */
export type Loop = {
  name: string
  /** Rings of this topic wake it. */
  topic: string
  /** Does a bounded piece of work. `accountId` is 0 where no account is known to have rung. */
  work(accounts: ReadonlySet<number>): Promise<LoopResult>
  /** Longest rest between two looks, in milliseconds; the safety net under the bell. */
  everyMs?: number
}

type RunOptions = {
  on(topic: string, heard: (accountId: number) => void): () => void
  now(): Date
  onError(loop: string, error: Error): void
}

/** A running loop. */
export type RunningLoop = { wake(accountId?: number): void; stop(): Promise<void> }

const LONGEST = 2 ** 31 - 1

/** Runs a loop: after each piece of work it sleeps until the bell, the next known time or `everyMs`, whichever is first. */
export const runLoop = (loop: Loop, { on, now, onError }: RunOptions): RunningLoop => {
  let rung = new Set<number>()
  let stopped = false
  let failures = 0
  let wakeUp: (() => void) | undefined
  const wake = (accountId = 0) => {
    rung.add(accountId)
    wakeUp?.()
  }
  const off = on(loop.topic, wake)
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(Math.max(ms, 0), LONGEST))
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
      if (rung.size || stopped) wakeUp()
    })
  const go = async () => {
    while (!stopped) {
      const accounts = rung
      rung = new Set()
      let pause = loop.everyMs ?? 5_000
      try {
        const result = await loop.work(accounts)
        failures = 0
        if (result === 'more') continue
        if (result) pause = Math.min(pause, result.getTime() - now().getTime())
      } catch (error) {
        failures++
        onError(loop.name, error as Error)
        pause = Math.min(100 * 2 ** failures, 5_000)
        for (const account of accounts) rung.add(account)
        if (!stopped) await new Promise((resolve) => setTimeout(resolve, pause))
        continue
      }
      if (!stopped) await rest(pause)
      wakeUp = undefined
    }
  }
  const running = go()
  return {
    wake,
    stop: async () => {
      stopped = true
      off()
      wakeUp?.()
      await running
    },
  }
}
