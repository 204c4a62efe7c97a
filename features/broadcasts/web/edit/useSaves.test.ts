import { queryClient } from '@millrace/kit/web'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Broadcast } from '../../contract/broadcast.ts'
import { makeSaves } from './useSaves.ts'

const item = (revision: number, newSubjectLine?: string) =>
  ({ id: 7, revision, status: 'sent', followUp: newSubjectLine === undefined ? null : { newSubjectLine } }) as Broadcast

type Asked = { body: Record<string, unknown>; answer(item: Broadcast): void }
let asked: Asked[] = []

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal(
    'fetch',
    vi.fn(
      (_url: string, { body }: { body: string }) =>
        new Promise((resolve) => {
          asked.push({
            body: JSON.parse(body),
            answer: (saved) => resolve(new Response(JSON.stringify({ item: saved }), { status: 200 })),
          })
        }),
    ),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const followUp = (newSubjectLine: string) => ({ followUp: { newSubjectLine } as Broadcast['followUp'] })

test('a look from before a save, told after it, takes neither the revision nor what was typed back', async () => {
  const saves = makeSaves(7)
  saves.seen(item(1))
  saves.change(followUp(''))
  await vi.advanceTimersByTimeAsync(0)
  asked[0]!.answer(item(2, ''))
  await vi.advanceTimersByTimeAsync(0)
  saves.seen(item(1))
  saves.change(followUp('Once more'), true)
  saves.seen(item(1))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked.map(({ body }) => body)).toEqual([
    { ...followUp(''), revision: 1 },
    { ...followUp('Once more'), revision: 2 },
  ])
})

test('what others saved since is built upon', async () => {
  const saves = makeSaves(7)
  saves.seen(item(1))
  saves.seen(item(4, 'Theirs'))
  saves.change(followUp('Ours'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.map(({ body }) => body)).toEqual([{ ...followUp('Ours'), revision: 4 }])
})
