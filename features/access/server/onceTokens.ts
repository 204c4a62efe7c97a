import type { Tx } from '@millrace/kit/server'
import { hashOf, newSecret } from './secrets.ts'

/** What a mailed link, or a solved challenge, may be used for. */
export type OncePurpose = 'reset-password' | 'confirm-login' | 'confirm-email' | 'invite' | 'bot'

/** Makes a secret that works once until `expiresAt`. */
export const newOnceToken = async (
  tx: Tx,
  purpose: OncePurpose,
  data: object,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<string> => {
  const secret = newSecret()
  // Only the hash of the secret is kept.
  await tx.run(
    'insert into once_tokens (token_hash, purpose, data, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [hashOf(secret), purpose, JSON.stringify(data), now, expiresAt],
  )
  return secret
}

/** Uses a secret up and answers its data; undefined where it is unknown, used or over its time. */
export const takeOnceToken = async <T extends object>(
  tx: Tx,
  purposes: readonly OncePurpose[],
  secret: string,
  now: Date,
): Promise<T | undefined> => {
  // Deleting is taking: of two at the same time one finds nothing.
  const row = await tx.one<{ data: T }>(
    `delete from once_tokens where token_hash = $1 and purpose = any($2::text[]) and expires_at > $3 returning data`,
    [hashOf(secret), purposes, now],
  )
  return row?.data
}

/** Takes back every unused secret of a member for these purposes. */
export const dropOnceTokens = async (tx: Tx, purposes: readonly OncePurpose[], memberId: number): Promise<void> => {
  // Older links of the same kind stop working.
  await tx.run(`delete from once_tokens where purpose = any($1::text[]) and (data ->> 'memberId')::int = $2`, [
    purposes,
    memberId,
  ])
}

/** Marks something as used; false where it was used before. */
export const useOnce = async (
  tx: Tx,
  purpose: OncePurpose,
  secret: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<boolean> => {
  // The first one to insert is the one who used it.
  const used = await tx.run(
    `insert into once_tokens (token_hash, purpose, data, created_at, expires_at) values ($1, $2, '{}', $3, $4)
     on conflict (token_hash) do nothing`,
    [hashOf(secret), purpose, now, expiresAt],
  )
  return used === 1
}
