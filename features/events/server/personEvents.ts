import type { House, Tx } from '@millrace/kit/server'
import type { PersonPart } from '@millrace/people/server'

const COUNT = `select count(*)::int as count from events where account_id = $1 and person_id = $2`

/** Gives the events of one person to another. */
const MOVE = `update events set person_id = $3 where account_id = $1 and person_id = $2`

/** Takes away what people did. */
const ERASE = `delete from events where account_id = $1 and person_id = any($2::bigint[])`

/** Example values of properties that one of some words stands in; those of the names that are asked for. */
const SAMPLES = `
update event_props p set samples = (
  select coalesce(jsonb_agg(s.value), '[]') from jsonb_array_elements(p.samples) as s(value)
  where not exists (select 1 from unnest($2::text[]) as w(word) where strpos(lower(s.value #>> '{}'), lower(w.word)) > 0)
)
where p.account_id = $1 and exists (
  select 1 from unnest($2::text[]) as w(word) where strpos(lower(p.samples::text), lower(w.word)) > 0
)`

/** A page of what a person did, oldest first, behind a time and an id. */
const PAGE = `
select e.id, e.created_at::text as at, n.name, n.kind, e.props as properties
from events e join event_names n on n.account_id = $1 and n.id = e.name_id
where e.account_id = $1 and e.person_id = $2 and ($3::timestamptz is null or (e.created_at, e.id) > ($3::timestamptz, $4::bigint))
order by e.account_id, e.created_at, e.id limit 1000`

async function* pages(house: House, accountId: number, personId: number) {
  let last: { id: number; at: string } | undefined
  for (;;) {
    const values = [accountId, personId, last?.at ?? null, last?.id ?? null]
    const rows = await house.db.account(accountId, (tx) => tx.rows<{ id: number; at: string }>(PAGE, values))
    if (rows.length) yield { of: 'events', rows }
    last = rows.at(-1)
    if (!last || rows.length < 1000) return
  }
}

/** What events keep of people: what they did. Figures are counted for all and stay. */
export const personEvents = (house: House): PersonPart => ({
  count: async (tx, accountId, personId) => {
    const row = await tx.one<{ count: number }>(COUNT, [accountId, personId])
    return [{ what: 'events', count: row?.count ?? 0 }]
  },
  merge: async (tx: Tx, accountId, { kept, gone }) => void (await tx.run(MOVE, [accountId, gone, kept])),
  erase: async (tx, accountId, personIds, traces) => {
    await tx.run(ERASE, [accountId, personIds])
    const words = [...(traces?.addresses ?? []), ...(traces?.words ?? [])]
    if (words.length) await tx.run(SAMPLES, [accountId, words])
  },
  data: (accountId, personId) => pages(house, accountId, personId),
})
