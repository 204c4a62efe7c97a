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

/** Nobody is written to twice because they were two people: who was left to be written to is left out. */
const LEAVE_OUT = `update broadcast_recipients g set why = 'duplicate address'
  where g.account_id = $1 and g.broadcast_id = any(${OWN}) and g.person_id = $2 and g.planned_at is null and g.why is null`

/** Where the one who is left was left out and the one who goes was to get it, nothing is to be said. */
const FORGET = `delete from broadcast_recipients r
  where r.account_id = $1 and r.broadcast_id = any(${OWN}) and r.person_id = any($2::bigint[])`

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
    await tx.run(MOVE, [accountId, gone, kept])
    await tx.run(LEAVE_OUT, [accountId, gone])
  },
  erase: async (tx, accountId, personIds) => {
    await tx.run(FORGET, [accountId, personIds])
  },
  data: async function* (accountId, personId) {
    yield { of: 'broadcasts', rows: await house.db.account(accountId, (tx) => tx.rows(DATA, [accountId, personId])) }
  },
})
