import { notFound } from '@millrace/kit/server'
import { apiKeysOf, type KeyRow, newApiKey } from '../apiKeys.ts'
import type { Desk } from '../ports.ts'

/** A key as the contract tells it. */
export const asApiKey = ({ createdAt, usedAt, ...key }: KeyRow) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
})

/** Puts a new secret key in the place of one, the first unless told; the old one stops working at once. */
export const rotateApiKey = ({ house, forgetCallers }: Desk, accountId: number, id?: number) =>
  house.db.system(async (tx) => {
    const keys = await apiKeysOf(tx, house, accountId)
    const old = id === undefined ? keys[0] : keys.find((key) => key.id === id)
    if (id !== undefined && !old) throw notFound()
    // From this moment on nobody gets in with it.
    if (old) await tx.run('delete from api_keys where account_id = $1 and id = $2', [accountId, old.id])
    const fresh = await newApiKey(tx, house, accountId, old)
    await forgetCallers(tx)
    return { apiKey: asApiKey(fresh) }
  })
