import { createHash } from 'node:crypto'
import { withUtms } from '@millrace/accounts/contract'
import type { Db, Tx } from '@millrace/kit/server'

/** Parameters that links get. */
export type Utms = Readonly<Record<string, string>>

/** Keeps parameters, once for the same ones. */
const KEEP = `insert into link_utms (account_id, utms, hash) values ($1, $2, $3) on conflict (account_id, hash) do nothing`
const FIND = `select id from link_utms where account_id = $1 and hash = $2`
const READ = `select utms from link_utms where account_id = $1 and id = $2`

const MOST_KNOWN = 2_000
const ids = new Map<string, number>()
const known = new Map<string, Utms>()

const remember = <T>(map: Map<string, T>, key: string, value: T): T => {
  if (map.size >= MOST_KNOWN) map.clear()
  map.set(key, value)
  return value
}

/** The name of parameters for links' tokens: the same for the same ones. */
export const utmIdOf = async (db: Db, accountId: number, utms: Utms): Promise<number> => {
  const text = JSON.stringify(Object.entries(utms).sort(([a], [b]) => (a < b ? -1 : 1)))
  const key = `${accountId} ${text}`
  const there = ids.get(key)
  if (there) return there
  const hash = createHash('sha256').update(text).digest()
  // Remembered only once it is committed.
  const row = await db.system(async (tx) => {
    await tx.run(KEEP, [accountId, JSON.stringify(utms), hash], 'utms-keep')
    return tx.one<{ id: number }>(FIND, [accountId, hash], 'utms-find')
  })
  return remember(ids, key, row?.id ?? 0)
}

/** An address with the parameters that its token names. */
export const withNamedUtms = async (tx: Tx, accountId: number, utmId: number, url: string): Promise<string> => {
  const key = `${accountId} ${utmId}`
  const utms = known.get(key) ?? (await tx.one<{ utms: Utms }>(READ, [accountId, utmId], 'utms-read'))?.utms
  return utms ? withUtms(url, remember(known, key, utms)) : url
}
