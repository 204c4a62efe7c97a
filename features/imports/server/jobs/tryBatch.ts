import { createHash } from 'node:crypto'
import { type Tx, withoutWaiting } from '@millrace/kit/server'
import type { UpsertItem } from '@millrace/people/server'
import { newFieldsOf } from '../rules/mapping.ts'
import { advance, countsOf, hold, keepRefusals, type MappedBatch, outcomesOf, type Work } from './work.ts'

/** A check shows so many refused rows; the import itself keeps them all. */
const KEPT_REFUSALS = 1_000

/** Notes whom the check has come across, and answers who is new to it. */
const SEE = `
insert into import_keys (account_id, import_id, hash) select $1::int, $2::bigint, u.hash from unnest($3::bigint[]) as u(hash)
on conflict (account_id, import_id, hash) do nothing returning hash::text as hash`

/** What tells people apart in a row, as numbers. */
const hashesOf = ({ id, fields }: UpsertItem): string[] => {
  const keys = [id ?? undefined, fields.email, fields.userId, fields.segmentAnonymousId]
  return keys.flatMap((key, place) => {
    const text = key === undefined || key === null ? '' : String(key).trim().toLowerCase()
    if (!text) return []
    return createHash('md5').update(`${place}${text}`).digest().readBigInt64BE().toString()
  })
}

/** The places of rows about somebody who stands further up in the file. */
const repeatedIn = async (tx: Tx, { accountId, row }: Work, items: readonly (UpsertItem | undefined)[]) => {
  const hashes = items.map((item) => (item ? hashesOf(item) : []))
  const rows = await tx.rows<{ hash: string }>(SEE, [accountId, row.id, [...new Set(hashes.flat())].sort()])
  const unseen = new Set(rows.map(({ hash }) => hash))
  const repeated = new Set<number>()
  for (const [place, keys] of hashes.entries()) {
    if (keys.some((key) => !unseen.has(key))) repeated.add(place)
    for (const key of keys) unseen.delete(key)
  }
  return repeated
}

/** Finds out what a batch would come to and counts it, in one transaction with the place in the file. */
export const tryBatch = (work: Work, batch: MappedBatch, speed: number): Promise<boolean> =>
  work.house.db.account(work.accountId, async (tx) => {
    const held = await hold(tx, work, batch.from)
    if (!held) return false
    await withoutWaiting(tx)
    const { house, people, accountId, row } = work
    const { mapped } = batch
    const results = await people.tryPeople(
      tx,
      accountId,
      mapped.flatMap((each) => ('item' in each ? [each.item] : [])),
      { source: 'import', existing: row.strategy, newFields: newFieldsOf(row.mapping), at: house.clock.now() },
    )
    const outcomes = outcomesOf(mapped, results)
    const taken = mapped.map((each, place) =>
      'item' in each && outcomes[place]?.refusal === undefined ? each.item : undefined,
    )
    const repeated = await repeatedIn(tx, work, taken)
    const known = held.reasons.reduce((sum, { count }) => sum + count, 0)
    if (known < KEPT_REFUSALS) await keepRefusals(tx, work, batch.from, outcomes)
    const counts = countsOf(outcomes, (place) => repeated.has(place))
    await advance(tx, work, held, { batch, outcomes, counts, speed })
    return true
  })
