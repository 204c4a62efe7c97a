import type { Tx } from '@millrace/kit/server'
import { afterPerson, type Page, type Place } from './place.ts'

/** A list in the order of age. */
export type ByAge = { isDown: boolean; filter: string; place: Place; total: number }

/** The newest or oldest people behind a cursor or from an offset; read from the index alone. */
export const pageByAge = async (tx: Tx, accountId: number, wanted: ByAge): Promise<Page> => {
  const { isDown, filter, total } = wanted
  const { limit, offset, behind } = wanted.place
  // Behind the middle the way from the other end is shorter.
  const isFar = !behind && offset > total / 2
  const take = isFar ? Math.max(0, Math.min(limit, total - offset)) : limit
  if (take === 0) return { ids: [], after: null }
  const walksDown = isDown !== isFar
  const direction = walksDown ? 'desc' : 'asc'
  const rows = await tx.rows<{ id: number; at: string }>(
    `select q.id, q.created_at::text as at from (
       select p.id, p.created_at from people p
       where ${filter} and ($2::timestamptz is null or (p.created_at, p.id) ${walksDown ? '<' : '>'} ($2::timestamptz, $3::bigint))
       order by p.account_id, p.created_at ${direction}, p.id ${direction} limit $4 offset $5
     ) q order by q.created_at ${direction}, q.id ${direction}`,
    [accountId, behind?.at ?? null, behind?.id ?? null, take, isFar ? total - offset - take : offset],
  )
  const ordered = isFar ? rows.reverse() : rows
  const last = ordered.at(-1)
  return { ids: ordered.map(({ id }) => id), after: last && ordered.length === limit ? afterPerson(last) : null }
}
