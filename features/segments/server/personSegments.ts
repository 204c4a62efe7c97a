import type { House, Tx } from '@millrace/kit/server'
import type { PersonPart } from '@millrace/people/server'
import { loadDictionary } from './loadDictionary.ts'
import { type Moved, noteMoves } from './membership/noteMoves.ts'

const COUNT = `
select count(*)::int as count from segment_members where account_id = $1 and person_id = $2 and left_at is null`

/** Segments in which both of two people are: they count once from now on. */
const TWICE = `
select segment_id as id from segment_members where account_id = $1 and person_id = any($2::bigint[]) and left_at is null
group by segment_id having count(*) > 1`

/** Gives memberships to another person, who is in a segment since the first of the two came. */
const MOVE = `
with gone as (
  delete from segment_members where account_id = $1 and person_id = $2 returning segment_id, entered_at, left_at
)
insert into segment_members as m (account_id, segment_id, person_id, entered_at, left_at)
select $1::int, g.segment_id, $3::bigint, g.entered_at, g.left_at from gone g
on conflict (account_id, segment_id, person_id) do update set
  entered_at = case
    when (m.left_at is null) = (excluded.left_at is null) then least(m.entered_at, excluded.entered_at)
    when m.left_at is null then m.entered_at else excluded.entered_at end,
  left_at = case when m.left_at is null or excluded.left_at is null then null else greatest(m.left_at, excluded.left_at) end`

/** Forgets memberships; answers in which segments somebody was. */
const FORGET = `
delete from segment_members where account_id = $1 and person_id = any($2::bigint[])
returning segment_id as id, left_at is null as "isIn"`

const DATA = `
select s.name as segment, m.entered_at as "enteredAt", m.left_at as "leftAt"
from segment_members m join segments s on s.account_id = $1 and s.id = m.segment_id
where m.account_id = $1 and m.person_id = $2 order by m.account_id, m.entered_at, m.segment_id`

const leave = async ({ clock }: Pick<House, 'clock'>, tx: Tx, accountId: number, ids: readonly number[]) => {
  if (!ids.length) return
  const now = clock.now()
  const { timezone } = await loadDictionary(tx, accountId, now)
  const moves = new Map<number, Moved>()
  for (const id of ids) moves.set(id, { entered: 0, gone: (moves.get(id)?.gone ?? 0) + 1 })
  await noteMoves(tx, { accountId, now, timezone }, moves)
}

/** What segments keep of people: who is in which since when. The reactor asks anew about those who stay after a merge. */
export const personSegments = (house: House): PersonPart => ({
  count: async (tx, accountId, personId) => {
    const row = await tx.one<{ count: number }>(COUNT, [accountId, personId])
    return [{ what: 'segments', count: row?.count ?? 0 }]
  },
  merge: async (tx, accountId, { kept, gone }) => {
    const twice = await tx.rows<{ id: number }>(TWICE, [accountId, [kept, gone]])
    const isMoved = await tx.run(MOVE, [accountId, gone, kept])
    if (isMoved)
      await leave(
        house,
        tx,
        accountId,
        twice.map(({ id }) => id),
      )
  },
  erase: async (tx, accountId, personIds) => {
    const rows = await tx.rows<{ id: number; isIn: boolean }>(FORGET, [accountId, personIds])
    const left = rows.flatMap(({ id, isIn }) => (isIn ? [id] : []))
    await leave(house, tx, accountId, left)
  },
  data: async function* (accountId, personId) {
    yield { of: 'segments', rows: await house.db.account(accountId, (tx) => tx.rows(DATA, [accountId, personId])) }
  },
})
