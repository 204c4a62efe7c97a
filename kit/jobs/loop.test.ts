import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { heldClock } from '../server/clock.ts'
import { type LoopResult, runLoop } from './loop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A loop whose pieces of work answer, one after the other, what the test says. */
const running = (answers: (LoopResult | Error)[], everyMs = 5_000) => {
  const clock = heldClock(new Date('2026-03-10T09:00:00Z'))
  const calls: number[][] = []
  const errors: string[] = []
  let heard: (accountId: number) => void = () => {}
  const work = async (accounts: ReadonlySet<number>) => {
    calls.push([...accounts])
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  const loop = runLoop(
    { name: 'test', topic: 'topic', work, everyMs },
    {
      on: (_topic, listener) => {
        heard = listener
        return () => {
          heard = () => {}
        }
      },
      now: clock.now,
      onError: (name, error) => errors.push(`${name}: ${error.message}`),
    },
  )
  return { calls, errors, clock, ring: (accountId: number) => heard(accountId), loop }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('a loop', () => {
  test('begins at once, then rests until the bell', async () => {
    const { calls, ring, loop } = running([])
    await settle()
    expect(calls).toEqual([[]])
    ring(7)
    ring(8)
    await settle()
    expect(calls).toEqual([[], [7, 8]])
    await loop.stop()
  })

  test('looks by itself after its longest rest', async () => {
    const { calls, loop } = running([], 2_000)
    await settle()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toHaveLength(2)
    await loop.stop()
  })

  test('goes on without a rest while there is more', async () => {
    const { calls, loop } = running(['more', 'more'])
    await settle()
    expect(calls).toHaveLength(3)
    await loop.stop()
  })

  test('wakes at the next time that is known', async () => {
    const { calls, loop } = running([new Date('2026-03-10T09:00:01.500Z')])
    await settle()
    await vi.advanceTimersByTimeAsync(1_499)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toHaveLength(2)
    await loop.stop()
  })

  test('after a failure it tries again with the same accounts, later each time', async () => {
    const { calls, errors, ring, loop } = running([undefined, new Error('one'), new Error('two')])
    await settle()
    ring(7)
    await settle()
    expect(errors).toEqual(['test: one'])
    await vi.advanceTimersByTimeAsync(200)
    expect(errors).toEqual(['test: one', 'test: two'])
    await vi.advanceTimersByTimeAsync(399)
    expect(calls).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toEqual([[], [7], [7], [7]])
    await loop.stop()
  })

  test('stopping waits for the piece of work that is under way, and no other begins', async () => {
    let finish = () => {}
    let begun = 0
    const loop = runLoop(
      {
        name: 'slow',
        topic: 'topic',
        work: async () => {
          begun++
          await new Promise<void>((resolve) => {
            finish = resolve
          })
          return 'more'
        },
      },
      { on: () => () => {}, now: () => new Date(), onError: () => {} },
    )
    await settle()
    let stopped = false
    const stopping = loop.stop().then(() => {
      stopped = true
    })
    await settle()
    expect(stopped).toBe(false)
    finish()
    await stopping
    expect(begun).toBe(1)
  })
})
