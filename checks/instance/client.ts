import { accessContract } from '@millrace/access/contract'
import { accountsContract } from '@millrace/accounts/contract'
import { addressOf, type CallDef, type Input, type Result } from '@millrace/kit/contract'

// biome-ignore lint/complexity/noBannedTypes: the empty object is what a call without input takes
type Args<C extends CallDef> = {} extends Input<C> ? [input?: Input<C>] : [input: Input<C>]

/** Somebody who makes calls: by cookie once signed in, or by a key. */
export type Client = {
  <C extends CallDef>(definition: C, ...args: Args<C>): Promise<Result<C>>
  address: string
  cookie(): string
}

type Raw = Parameters<typeof addressOf>[1] & { body?: unknown }

/** A caller of an installation; `key` goes into X-Millrace-Token. */
export const clientOf = (address: string, key?: string): Client => {
  let cookie = ''
  const call = async (definition: CallDef, input: Raw = {}) => {
    const reply = await fetch(address + addressOf(definition, input), {
      method: definition.method,
      redirect: 'manual',
      headers: {
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...(cookie && { cookie, origin: address }),
        ...(key && { 'x-millrace-token': key }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    })
    const set = reply.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    if (set.length) cookie = set.join('; ')
    const text = await reply.text()
    if (reply.status >= 400) throw new Error(`${definition.method} ${definition.path}: ${reply.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  return Object.assign(call as Client, { address, cookie: () => cookie })
}

/** Registers a new account by e-mail and chooses its password; answers its owner's client. */
export const register = async (address: string, email: string, password = 'correct horse battery'): Promise<Client> => {
  const client = clientOf(address)
  await client(accountsContract.register, { body: { email, timezone: 'UTC' } })
  await client(accessContract.setInitialPassword, { body: { password } })
  return client
}

/** Asks every `everyMs` until the answer is there; throws with the last one after `withinMs`. */
export const until = async <T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  withinMs = 60_000,
  everyMs = 25,
): Promise<T> => {
  const end = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > end) throw new Error(`${what} did not come within ${withinMs} ms.`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
