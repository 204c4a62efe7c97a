import type { House, Tx } from '@millrace/kit/server'
import { addressHash, type Merge, type PersonPart } from '@millrace/people/server'

const COUNT = `
select (select count(*) from category_choices c where c.account_id = $1 and c.person_id = $2)
  + (select count(*) from suppressions s join people p on p.account_id = $1 and p.id = $2 and p.email = s.address
     where s.account_id = $1) as count`

/** Gives over what a person chose; where the two said different things, not wanting mail holds. */
const MOVE = `
with gone as (
  delete from category_choices where account_id = $1 and person_id = $2 returning category_id, choice, at, is_asked
)
insert into category_choices as c (account_id, person_id, category_id, choice, at, is_asked)
select $1::int, $3::bigint, g.category_id, g.choice, g.at, g.is_asked from gone g
on conflict (account_id, person_id, category_id) do update set
  choice = case when excluded.choice = 'optOut' and not excluded.is_asked or c.choice = 'optOut' and not c.is_asked then 'optOut'
    when 'optIn' in (excluded.choice, c.choice) then 'optIn' else 'optOut' end,
  is_asked = excluded.is_asked and c.is_asked, at = greatest(c.at, excluded.at)`

/** Gives over when somebody was asked to confirm, and when they did. */
const MOVE_ASKED = `
with gone as (
  delete from opt_ins where account_id = $1 and person_id = $2 returning category_id, asked_at, confirmed_at
)
insert into opt_ins as o (account_id, person_id, category_id, asked_at, confirmed_at)
select $1::int, $3::bigint, g.category_id, g.asked_at, g.confirmed_at from gone g
on conflict (account_id, person_id, category_id) do update set
  asked_at = greatest(o.asked_at, excluded.asked_at), confirmed_at = greatest(o.confirmed_at, excluded.confirmed_at)`

/** What a person said of mail holds for the address that they have now; that a mailbox is broken does not. */
const SUPPRESS = `
insert into suppressions (account_id, address, reason, detail, at, source)
select $1::int, $2::text, s.reason, s.detail, min(s.at), min(s.source) from suppressions s
where s.account_id = $1 and s.address = any($3::text[]) and s.reason in ('complained', 'manual', 'unsubscribed')
group by s.reason, s.detail
on conflict (account_id, address, reason) do nothing`

const FORGET = `delete from category_choices where account_id = $1 and person_id = any($2::bigint[])`
const FORGET_ASKED = `delete from opt_ins where account_id = $1 and person_id = any($2::bigint[])`
const FORGET_FAILURES = `delete from soft_bounces where account_id = $1 and address = any($2::text[])`
const FORGET_ADDRESSES = `delete from suppressions where account_id = $1 and address = any($2::text[])`

/** Keeps addresses as hashes alone. */
const HASH = `
insert into suppressed_hashes (account_id, address_hash, at) select $1::int, u.hash, $3::timestamptz from unnest($2::text[]) as u(hash)
on conflict (account_id, address_hash) do nothing`

/** Those of some hashes that are on the list. */
const FIND = `select address_hash as hash from suppressed_hashes where account_id = $1 and address_hash = any($2::text[])`

/** Whether anybody was erased at all: most accounts need not look further. */
const ANY_ERASED = 'select 1 as is_there from suppressed_hashes where account_id = $1 limit 1'

const DATA_CHOICES = `
select g.name as category, c.choice, c.at from category_choices c
join communication_categories g on g.account_id = $1 and g.id = c.category_id
where c.account_id = $1 and c.person_id = $2 order by c.account_id, c.category_id`

const DATA_SUPPRESSIONS = `
select s.address, s.reason, s.detail, s.at from suppressions s
join people p on p.account_id = $1 and p.id = $2 and p.email = s.address
where s.account_id = $1 order by s.account_id, s.at, s.reason`

const DATA_ASKED = `
select coalesce((select g.name from communication_categories g where g.account_id = $1 and g.id = o.category_id), 'all mail') as category,
  o.asked_at as "askedAt", o.confirmed_at as "confirmedAt"
from opt_ins o where o.account_id = $1 and o.person_id = $2 order by o.account_id, o.category_id`

const merge = async (tx: Tx, accountId: number, { kept, gone, address, formerAddresses }: Merge) => {
  await tx.run(MOVE, [accountId, gone, kept])
  await tx.run(MOVE_ASKED, [accountId, gone, kept])
  if (address && formerAddresses.length) await tx.run(SUPPRESS, [accountId, address, formerAddresses])
}

/** Which of some addresses belonged to people who were erased: they get no mail of any kind. */
export const erasedAddresses = async (
  house: Pick<House, 'keys'>,
  tx: Tx,
  accountId: number,
  addresses: readonly string[],
): Promise<Set<string>> => {
  if (!addresses.length || !(await tx.one(ANY_ERASED, [accountId], 'erased-any'))) return new Set()
  const byHash = new Map(addresses.map((address) => [addressHash(house, accountId, address), address]))
  const rows = await tx.rows<{ hash: string }>(FIND, [accountId, [...byHash.keys()]], 'erased-addresses')
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash) ?? []))
}

/** What preferences keep of people: their choices, and whether their addresses may be written to. */
export const personPreferences = (house: House): PersonPart => ({
  count: async (tx, accountId, personId) => {
    const row = await tx.one<{ count: number }>(COUNT, [accountId, personId])
    return [{ what: 'preferences', count: row?.count ?? 0 }]
  },
  merge,
  erase: async (tx, accountId, personIds, traces) => {
    await tx.run(FORGET, [accountId, personIds])
    await tx.run(FORGET_ASKED, [accountId, personIds])
    if (!traces?.addresses.length) return
    await tx.run(FORGET_ADDRESSES, [accountId, traces.addresses])
    await tx.run(FORGET_FAILURES, [accountId, traces.addresses])
    const hashes = traces.addresses.map((address) => addressHash(house, accountId, address))
    await tx.run(HASH, [accountId, hashes, house.clock.now()])
  },
  data: async function* (accountId, personId) {
    const read = (sql: string) => house.db.account(accountId, (tx) => tx.rows(sql, [accountId, personId]))
    yield { of: 'preferences', rows: await read(DATA_CHOICES) }
    yield { of: 'confirmed subscriptions', rows: await read(DATA_ASKED) }
    yield { of: 'suppressions', rows: await read(DATA_SUPPRESSIONS) }
  },
})
