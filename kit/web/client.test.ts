import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressOf } from '../contract/address.ts'
import type { CallDef } from '../contract/call.ts'
import { type ApiError, issuesByField, loginAddress, onSignedOut, safeOrigin, send } from './client.ts'

const saveThing = {
  method: 'PATCH',
  path: '/v1/things/{id}',
  params: undefined as unknown as { _zod: { input: { id: number }; output: { id: number } } },
  body: undefined as unknown as { _zod: { input: { name: string }; output: { name: string } } },
  summary: '',
  fail: "We couldn't save this thing.",
} satisfies CallDef

const input = { params: { id: 7 }, body: { name: 'x' } }

const answer = (status: number, body?: unknown) => {
  const asked = vi.fn(async () => new Response(body === undefined ? null : JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', asked)
  return asked
}

const failure = async () => {
  try {
    await send(saveThing, input)
  } catch (error) {
    return error as ApiError
  }
  throw new Error('It did not fail.')
}

afterEach(() => vi.unstubAllGlobals())

describe('sending a call', () => {
  it('asks once, with the path and the body', async () => {
    const asked = answer(200, { ok: true })
    expect(await send(saveThing, input)).toEqual({ ok: true })
    expect(asked).toHaveBeenCalledOnce()
    const [address, request] = asked.mock.calls[0] as unknown as [string, RequestInit]
    expect(address).toBe('/v1/things/7')
    expect(request).toMatchObject({ method: 'PATCH', body: '{"name":"x"}' })
  })

  it('answers nothing for a 204', async () => {
    answer(204)
    expect(await send(saveThing, input)).toBeUndefined()
  })

  it('throws what the server says, with what is wrong by field', async () => {
    const issues = [{ path: ['body', 'name'], message: 'Too long.' }]
    answer(422, { error: { name: 'Refused', message: 'Please look again.', issues } })
    const error = await failure()
    expect(error).toMatchObject({ status: 422, name: 'Refused', message: 'Please look again.' })
    expect(issuesByField(error)).toEqual({ name: 'Too long.' })
  })

  it("throws the call's own sentence where a proxy answered", async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>Bad gateway</html>', { status: 502 }))
    expect(await failure()).toMatchObject({ status: 502, message: "We couldn't save this thing." })
  })

  it('throws status 0 where nobody answered, and does not try again', async () => {
    const asked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('fetch', asked)
    expect(await failure()).toMatchObject({ status: 0, name: 'Unreachable' })
    expect(asked).toHaveBeenCalledOnce()
  })
})

describe('nobody is signed in', () => {
  it.each([
    ['NotSignedIn', 1],
    ['RemoteAuth', 0],
  ])('a 401 named %s tells %i times', async (name, times) => {
    const heard = vi.fn()
    const stop = onSignedOut(heard)
    answer(401, { error: { name, message: 'User not logged in' } })
    await failure()
    stop()
    expect(heard).toHaveBeenCalledTimes(times)
  })

  it.each([
    ['/flows/12?tab=history', '/login?origin=%2Fflows%2F12%3Ftab%3Dhistory'],
    ['/', '/login'],
    ['/login?origin=%2Fflows', '/login'],
  ])('from %s to %s', (origin, login) => expect(loginAddress(origin)).toBe(login))

  it.each([
    ['/flows/12?tab=history', '/flows/12?tab=history'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/login', '/'],
    [undefined, '/'],
  ])('and back from %s to %s', (origin, target) => expect(safeOrigin(origin)).toBe(target))
})

describe('the address of a call', () => {
  it('escapes parameters and leaves out what is not given', () => {
    const call = { method: 'GET', path: '/v1/tags/{tag}', summary: '', fail: '' } as const
    const raw = { params: { tag: 'a/b c' }, query: { limit: 5, none: undefined, empty: null, ids: [1, 2] } }
    expect(addressOf(call, raw)).toBe('/v1/tags/a%2Fb%20c?limit=5&ids=1&ids=2')
  })
})
