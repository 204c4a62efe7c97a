import { expect, it } from 'vitest'
import type { Outcome } from '../smtp/outcome.ts'
import { openGate } from './gate.ts'
import type { Provider } from './provider.ts'
import { retiring } from './retiring.ts'

const MAIL = { from: 'a@x.example', to: 'b@x.example', source: ['x'], messageId: '<1@x.example>' }
const ACCEPTED: Outcome = { kind: 'accepted', reply: { code: 250, text: 'ok' } }

it('a provider that is given up ends when its last mail was answered', async () => {
  const answers: (() => void)[] = []
  let closed = 0
  const provider: Provider = {
    kind: 'smtp',
    name: 'x',
    isMailbox: false,
    rewrites: [],
    mostSignatures: 1,
    send: () => new Promise((resolve) => answers.push(() => resolve(ACCEPTED))),
    pausedUntil: () => undefined,
    close: () => void closed++,
  }
  const { provider: counted, retire } = retiring(provider)
  const sent = [counted.send(MAIL), counted.send(MAIL)]
  retire()
  answers[0]?.()
  await sent[0]
  expect(closed).toBe(0)
  answers[1]?.()
  expect(await sent[1]).toEqual(ACCEPTED)
  expect(closed).toBe(1)
})

it('a gate lets so many in at a time, in order, whatever becomes of those before', async () => {
  const gate = openGate(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (number: number) => () => {
    begun.push(number)
    return new Promise<number>((resolve, reject) =>
      ends.push(() => (number === 1 ? reject(new Error('broke')) : resolve(number))),
    )
  }
  const all = [1, 2, 3, 4].map((number) => gate(work(number)))
  const first = expect(all[0]).rejects.toThrow('broke')
  expect(begun).toEqual([1, 2])
  ends[0]?.()
  await first
  expect(begun).toEqual([1, 2, 3])
  ends[1]?.()
  await all[1]
  expect(begun).toEqual([1, 2, 3, 4])
  ends[2]?.()
  ends[3]?.()
  expect(await Promise.all(all.slice(1))).toEqual([2, 3, 4])
})
