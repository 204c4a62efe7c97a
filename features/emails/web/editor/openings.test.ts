import { queryClient } from '@millrace/kit/web'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginOpening, takeOpening } from './openings.ts'

const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const id = Number(/emails\/(\d+)/.exec(address)?.[1])
    return Response.json(address.endsWith('latest') ? { version: { version: id } } : { email: { id } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const openedIs = async (id: number) =>
  expect(await takeOpening(id)).toMatchObject({ email: { id }, latest: { version: id } })

test('what was begun is taken, once; after that it is asked anew, because a draft may have been written', async () => {
  beginOpening(1)
  await openedIs(1)
  expect(asked).toEqual(['/v1/emails/1', '/v1/emails/1/versions/latest'])
  await openedIs(1)
  expect(asked).toHaveLength(4)
})

test('another email than the one that was begun is asked for itself', async () => {
  beginOpening(2)
  await openedIs(3)
  expect(asked).toHaveLength(4)
})

test('what was begun long ago is not taken', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  beginOpening(4)
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  vi.setSystemTime(Date.now() + 60_000)
  await openedIs(4)
  expect(asked).toHaveLength(4)
})

test('an address that names no email asks nothing', () => {
  beginOpening(Number.NaN)
  expect(asked).toEqual([])
})
