import type { Keys } from '@millrace/kit/server'

type Sealed = { account: number; origin: string; value: string }

const PREFIX = 'sealed.'

/** Closes a secret so that it can be kept in settings: it opens for this account and this origin alone. */
export const sealSecret = (keys: Keys, accountId: number, origin: string, value: string): string =>
  PREFIX + keys.seal(JSON.stringify({ account: accountId, origin, value } satisfies Sealed))

/** The secret, or undefined where it is not one of this account for this origin. */
export const openSecret = (keys: Keys, accountId: number, origin: string, sealed: string): string | undefined => {
  if (!sealed.startsWith(PREFIX)) return undefined
  try {
    const { account, origin: meant, value } = JSON.parse(keys.open(sealed.slice(PREFIX.length))) as Sealed
    return account === accountId && meant === origin ? value : undefined
  } catch {
    return undefined
  }
}

/** The key with which receivers at an origin can tell that a call is ours, as Standard Webhooks writes it. */
export const signingSecretOf = (keys: Keys, accountId: number, origin: string): string =>
  `whsec_${Buffer.from(keys.sign('flows.webhook', `${accountId} ${origin}`, 32), 'base64url').toString('base64')}`
