import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

test('accounts take turns, one piece of work at a time', async () => {
  const inTurn = openTurns()
  const done: string[] = []
  let running = 0
  const work = (name: string) => async () => {
    running++
    expect(running).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    done.push(name)
    running--
  }
  const all = ['a1', 'a2', 'a3'].map((name) => inTurn(1, work(name)))
  await Promise.all([...all, inTurn(2, work('b1')), inTurn(3, work('c1')), inTurn(2, work('b2'))])
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('what fails fails for whoever asked, and the next one has its turn', async () => {
  const inTurn = openTurns()
  const failing = inTurn(1, () => Promise.reject(new Error('no')))
  const next = inTurn(1, async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
