import type { House } from '@millrace/kit/server'
import type { MovedTo } from '../providers/chosen.ts'

/** Whose events come to an address: the installation's (account 0), or those of an account with credentials of its own. */
export type HookOwner = { accountId: number; kind: MovedTo }

const PURPOSE = 'mail-hook'
const TOKEN_BYTES = 18

const nameOf = ({ accountId, kind }: HookOwner) => (accountId ? `${accountId}-${kind}` : kind)

/** Where a provider's events are to be sent. */
export const hookUrlOf = ({ keys, publicUrl }: Pick<House, 'keys' | 'publicUrl'>, owner: HookOwner): string => {
  const name = nameOf(owner)
  return `${publicUrl}/v1/hooks/mail/${name}/${keys.sign(PURPOSE, name, TOKEN_BYTES)}`
}

/** Whom an address stands for; undefined where it is none of ours. */
export const readHookAddress = ({ keys }: Pick<House, 'keys'>, name: string, token: string): HookOwner | undefined => {
  const parts = /^(?:([1-9]\d{0,9})-)?(ses|sendgrid)$/.exec(name)
  if (!parts || !keys.verify(PURPOSE, name, token, TOKEN_BYTES)) return undefined
  return { accountId: Number(parts[1] ?? 0), kind: parts[2] as MovedTo }
}
