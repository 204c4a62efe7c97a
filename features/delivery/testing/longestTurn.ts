import { cpuMs } from '@millrace/emails/server'

/**
 * The most processor time, in ms, that this thread spent in one go while some work was under way: for so long everything else
 * waited. What else the machine does meanwhile does not count.
 */
export const longestTurn = async (work: Promise<unknown>): Promise<number> => {
  let longest = 0
  let before = cpuMs()
  let isOver = false
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work
  isOver = true
  return longest
}
