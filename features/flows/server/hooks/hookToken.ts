import type { Keys } from '@millrace/kit/server'

/** What an address of a step says. */
export type HookToken = { accountId: number; stepId: number; generation: number }

const TOKEN = /^([0-9a-z]{1,8})-([0-9a-z]{1,13})-(\d{1,6})-([\w-]{24})$/

const textOf = ({ accountId, stepId, generation }: HookToken) =>
  `${accountId.toString(36)}-${stepId.toString(36)}-${generation}`

/** The unguessable end of a step's address: signed, so that a wrong one is known without asking the database. */
export const hookToken = (keys: Keys, of: HookToken): string =>
  `${textOf(of)}-${keys.sign('flows.hook', textOf(of), 18)}`

/** What a token says, undefined where it is none of ours. */
export const readHookToken = (keys: Keys, token: string): HookToken | undefined => {
  const [, account = '', step = '', generation = '', signature = ''] = TOKEN.exec(token) ?? []
  if (!signature) return undefined
  const of = {
    accountId: Number.parseInt(account, 36),
    stepId: Number.parseInt(step, 36),
    generation: Number(generation),
  }
  return keys.verify('flows.hook', textOf(of), signature, 18) ? of : undefined
}
