import { SCOPES, type Scope } from '@millrace/kit/contract'
import type { House, Tx } from '@millrace/kit/server'
import { hashOf, newSecret } from './secrets.ts'

const PREFIX = 'mrk_'
/** How often use is written down. */
const TOUCH = 10 * 60_000

/** Whether a text looks like a secret key of this product. */
export const looksLikeKey = (text: string): boolean => /^mr[kw]_[\w-]{20,}$/.test(text)

/** A secret key as members with the right see it. */
export type KeyRow = {
  id: number
  name: string
  key: string
  scopes: Scope[]
  createdAt: Date
  usedAt: Date | null
}

/** Makes a secret key for an account; it may do what `scopes` say, all unless told. */
export const newApiKey = async (
  tx: Tx,
  { keys, clock }: House,
  accountId: number,
  { name = 'Secret key', scopes = SCOPES }: { name?: string; scopes?: readonly Scope[] } = {},
): Promise<KeyRow> => {
  const key = PREFIX + newSecret()
  const now = clock.now()
  // Found by hash, shown by opening the sealed text.
  const row = await tx.one<{ id: number }>(
    `insert into api_keys (key_hash, account_id, name, hint, sealed, scopes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [hashOf(key), accountId, name, key.slice(-4), keys.seal(key), scopes, now],
  )
  return { id: row!.id, name, key, scopes: [...scopes], createdAt: now, usedAt: null }
}

/** An account's secret keys, oldest first. */
export const apiKeysOf = async (tx: Tx, { keys }: Pick<House, 'keys'>, accountId: number): Promise<KeyRow[]> => {
  // Sealed: opened here, for those who may read them.
  const rows = await tx.rows<Omit<KeyRow, 'key'> & { sealed: string }>(
    `select id, name, sealed, scopes, created_at as "createdAt", used_at as "usedAt"
       from api_keys where account_id = $1 order by account_id, id`,
    [accountId],
  )
  return rows.map(({ sealed, ...row }) => ({ ...row, key: keys.open(sealed) }))
}

/** Whose key this is and what it may do. */
export const apiKeyOwner = async (
  tx: Tx,
  key: string,
  now: Date,
): Promise<{ accountId: number; scopes: Scope[] } | undefined> => {
  // One indexed read.
  const row = await tx.one<{ accountId: number; scopes: Scope[]; usedAt: Date | null }>(
    `select account_id as "accountId", scopes, used_at as "usedAt" from api_keys where key_hash = $1`,
    [hashOf(key)],
    'access-api-key',
  )
  if (row && now.getTime() - (row.usedAt?.getTime() ?? 0) > TOUCH) {
    // Roughly when it was used last.
    await tx.run('update api_keys set used_at = $2 where key_hash = $1', [hashOf(key), now])
  }
  return row
}
