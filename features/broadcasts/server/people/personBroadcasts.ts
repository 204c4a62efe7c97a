import type { House } from '@millrace/kit/server'
import type { PersonPart } from '@millrace/people/server'

/** The account's broadcasts: with their ids, a person's rows are found by the key. */
const OWN = 'array(select b.id from broadcasts b where b.account_id = $1)'

const COUNT = `select count(*)::int as count from broadcast_recipients r
  where r.account_id = $1 and r.broadcast_id = any(${OWN}) and r.person_id = $2`

/** Gives rows to another person, where they have none of their own. */
const MOVE = `update broadcast_recipients g set person_id = $3
  where g.account_id = $1 and g.broadcast_id = any(${OWN}) and g.person_id = $2 and not exists (
    select 1 from broadcast_recipients k where k.account_id = $1 and k.broadcast_id = g.broadcast_id and k.person_id = $3)`

/** Broadcasts that some people are yet to be written to by; held, as whoever feeds one holds it before its people. */
const HOLD = `select b.id from broadcasts b where b.account_id = $1 and exists (
    select 1 from broadcast_recipients r where r.account_id = $1 and r.broadcast_id = b.id
      and r.person_id = any($2::bigint[]) and r.planned_at is null and r.why is null)
  order by b.account_id, b.id for update of b`

/** Nobody is written to twice because they were two people: who was left to be written to is left out, and counted so. */
const LEAVE_OUT = `with out as (
    update broadcast_recipients g set why = 'duplicate address'
    where g.account_id = $1 and g.broadcast_id = any(${OWN}) and g.person_id = $2 and g.planned_at is null and g.why is null
    returning g.account_id, g.broadcast_id
  )
  update broadcasts b set people_entered = b.people_entered - 1, people_excluded = b.people_excluded + 1
  from out where b.account_id = $1 and b.account_id = out.account_id and b.id = out.broadcast_id`

/** Nothing is said any more of people who are no more. Whom nobody will write to does not count among those who are. */
const FORGET = `with gone as (
    delete from broadcast_recipients r
    where r.account_id = $1 and r.broadcast_id = any(${OWN}) and r.person_id = any($2::bigint[])
    returning r.account_id, r.broadcast_id, r.planned_at is null and r.why is null as is_open
  ), open as (
    select account_id, broadcast_id, count(*)::int as people from gone where is_open group by account_id, broadcast_id
  )
  update broadcasts b set people_entered = b.people_entered - open.people
  from open where b.account_id = $1 and b.account_id = open.account_id and b.id = open.broadcast_id`

const DATA = `select b.name as broadcast, r.planned_at as at, r.why from broadcast_recipients r
  join broadcasts b on b.account_id = $1 and b.id = r.broadcast_id
  where r.account_id = $1 and r.broadcast_id = any(${OWN}) and r.person_id = $2 order by r.account_id, r.broadcast_id`

/** What broadcasts keep of people: that they were in an audience, and why they got nothing. */
export const personBroadcasts = (house: House): PersonPart => ({
  count: async (tx, accountId, personId) => {
    const row = await tx.one<{ count: number }>(COUNT, [accountId, personId])
    return [{ what: 'broadcasts', count: row?.count ?? 0 }]
  },
  merge: async (tx, accountId, { kept, gone }) => {
    await tx.rows(HOLD, [accountId, [gone]])
    await tx.run(MOVE, [accountId, gone, kept])
    await tx.run(LEAVE_OUT, [accountId, gone])
  },
  erase: async (tx, accountId, personIds) => {
    await tx.rows(HOLD, [accountId, personIds])
    await tx.run(FORGET, [accountId, personIds])
  },
  data: async function* (accountId, personId) {
    yield { of: 'broadcasts', rows: await house.db.account(accountId, (tx) => tx.rows(DATA, [accountId, personId])) }
  },
})
