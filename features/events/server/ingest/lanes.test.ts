import { expect, test } from 'vitest'
import { Lanes } from './lanes.ts'

/** A flush that a test lets through by hand. */
const held = () => {
  const calls: { accountId: number; items: readonly string[]; done: () => void; fail: (error: Error) => void }[] = []
  const lanes = new Lanes<string, string>((accountId, items) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    calls.push({ accountId, items, done: () => resolve(items.map((item) => item.toUpperCase())), fail: reject })
    return promise
  })
  return { calls, lanes }
}
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('what arrives while a batch is written shares the next one, in order; each gets its own results', async () => {
  const { calls, lanes } = held()
  const first = lanes.add(1, ['a'])
  await turn()
  const others = [lanes.add(1, ['b', 'c']), lanes.add(1, ['d'])]
  await turn()
  expect(calls.map(({ items }) => items)).toEqual([['a']])
  calls[0]!.done()
  expect(await first).toEqual(['A'])
  await turn()
  expect(calls[1]!.items).toEqual(['b', 'c', 'd'])
  calls[1]!.done()
  expect(await Promise.all(others)).toEqual([['B', 'C'], ['D']])
})

test('accounts do not wait for each other', async () => {
  const { calls, lanes } = held()
  const answers = [lanes.add(1, ['a']), lanes.add(2, ['b'])]
  await turn()
  expect(calls.map(({ accountId }) => accountId)).toEqual([1, 2])
  for (const call of calls) call.done()
  await Promise.all(answers)
})

test('a request that fails does not spoil the others of its batch', async () => {
  const lanes = new Lanes<string, string>(async (_accountId, items) => {
    if (items.includes('poison')) throw new Error('no')
    return [...items]
  })
  const answers = await Promise.allSettled([lanes.add(1, ['a']), lanes.add(1, ['poison']), lanes.add(1, ['b'])])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a batch holds 5,000 items', async () => {
  const { calls, lanes } = held()
  const thousand = Array.from({ length: 1000 }, (_, index) => `i${index}`)
  const answers = Array.from({ length: 7 }, () => lanes.add(1, thousand))
  await turn()
  calls[0]!.done()
  await turn()
  calls[1]!.done()
  await Promise.all(answers)
  expect(calls.map(({ items }) => items.length)).toEqual([5000, 2000])
})

test('too much that waits is turned away', () => {
  const { lanes } = held()
  const many = Array.from({ length: 60_000 }, () => 'x')
  void lanes.add(1, many)
  expect(() => lanes.add(1, many)).toThrow('Too much arrives at once.')
})
