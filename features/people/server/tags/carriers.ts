import type { Tx } from '@millrace/kit/server'

/** So many people in one transaction. */
export const CHUNK = 1_000

/** People above an id who carry a tag, in the order of their ids. */
const CARRIERS = `
select p.id from people p where p.account_id = $1 and p.id > $3 and p.tags @> array[$2::bigint]
order by p.account_id, p.id limit ${CHUNK}`

/** People above an id who carry one tag and not another, in the order of their ids. */
const WITHOUT = `
select p.id from people p where p.account_id = $1 and p.id > $3 and p.tags @> array[$2::bigint] and not p.tags @> array[$4::bigint]
order by p.account_id, p.id limit ${CHUNK}`

/** Some people above `after` who carry a tag, `without` another; fewer than `CHUNK` are the last. */
export const carriersOf = async (
  tx: Tx,
  accountId: number,
  tagId: number,
  after: number,
  without?: number,
): Promise<number[]> => {
  const rows =
    without === undefined
      ? await tx.rows<{ id: number }>(CARRIERS, [accountId, tagId, after])
      : await tx.rows<{ id: number }>(WITHOUT, [accountId, tagId, after, without])
  return rows.map(({ id }) => id)
}

/** The last id of a full chunk, to go on behind; 0 where there is nothing behind it. */
export const lastOf = (ids: readonly number[]): number => (ids.length === CHUNK ? (ids.at(-1) ?? 0) : 0)
