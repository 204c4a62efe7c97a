/** Does one piece of work after another. */
export type Turns = <T>(accountId: number, work: () => Promise<T>) => Promise<T>

/** Turns that accounts take one after the other: whoever asks for much waits for himself, not others for him. */
export const openTurns = (): Turns => {
  const waiting = new Map<number, (() => Promise<void>)[]>()
  let isRunning = false
  const run = async () => {
    isRunning = true
    for (let [next] = waiting; next; [next] = waiting) {
      const [accountId, works] = next
      const work = works.shift()
      waiting.delete(accountId)
      if (works.length) waiting.set(accountId, works)
      await work?.()
    }
    isRunning = false
  }
  return (accountId, work) =>
    new Promise((resolve, reject) => {
      const works = waiting.get(accountId) ?? []
      works.push(() => work().then(resolve, reject))
      waiting.set(accountId, works)
      if (!isRunning) void run()
    })
}
