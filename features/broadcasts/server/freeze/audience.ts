import type { BroadcastPorts, PeopleAfter } from '../ports.ts'
import type { BroadcastRow } from '../store/rows.ts'

/** The broadcast that a follow-up follows. */
const PARENT = `select b.id, b.started_at as "startedAt" from broadcasts b where b.account_id = $1 and b.id = $2`

/** Who got a broadcast and did not open it, or click in it, by id; machines that did so for them do not count. */
const QUIET = `select r.person_id as id from broadcast_recipients r
    cross join lateral (select s.state, s.opened_at, s.clicked_at from sends s where s.account_id = $1 and s.person_id = r.person_id
      and s.reason_at = $3 and s.broadcast_id = $2 limit 1) s
  where r.account_id = $1 and r.broadcast_id = $2 and r.person_id > $4 and r.why is null and r.planned_at is not null
    and s.state in ('accepted', 'delivered') and (case when $5 then s.opened_at else s.clicked_at end) is null
  order by r.account_id, r.broadcast_id, r.person_id limit $6`

/** The people of a broadcast's audience by id, part by part: those of its segment, or of the broadcast that it follows. */
export const audienceOf = (ports: BroadcastPorts, row: BroadcastRow): PeopleAfter => {
  const { accountId, parentId } = row
  if (parentId === null)
    return (tx, after, limit) => ports.peopleOfSegment(tx, accountId, row.segmentId ?? 0, after, limit)
  const byOpen = row.followUp?.audience !== 'not-clicked'
  return async (tx, after, limit) => {
    const parent = await tx.one<{ startedAt: Date | null }>(PARENT, [accountId, parentId])
    if (!parent?.startedAt) return []
    const values = [accountId, parentId, parent.startedAt, after, byOpen, limit]
    return (await tx.rows<{ id: number }>(QUIET, values)).map(({ id }) => id)
  }
}
