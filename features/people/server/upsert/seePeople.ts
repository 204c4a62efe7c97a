import type { Tx } from '@millrace/kit/server'

/** Locks those people, in the order of their ids, whose last sign of life is a minute old. */
const LOCK = `
select p.id from people p join unnest($2::bigint[], $3::timestamptz[]) as u(id, seen_at) on u.id = p.id
where p.account_id = $1 and (p.last_seen_at is null or p.last_seen_at <= u.seen_at - interval '1 minute')
order by p.account_id, p.id for no key update of p`

/** Writes signs of life. */
const SEE = `
update people p set last_seen_at = u.seen_at from unnest($2::bigint[], $3::timestamptz[]) as u(id, seen_at)
where p.account_id = $1 and p.id = u.id`

/** Notes when people were last seen; to the minute, so that a busy person is not written with every event. */
export const seePeople = async (tx: Tx, accountId: number, seen: ReadonlyMap<number, Date>): Promise<void> => {
  if (!seen.size) return
  const locked = await tx.rows<{ id: number }>(LOCK, [accountId, [...seen.keys()], [...seen.values()]])
  if (!locked.length) return
  const ids = locked.map(({ id }) => id)
  await tx.run(SEE, [accountId, ids, ids.map((id) => seen.get(id))])
}
