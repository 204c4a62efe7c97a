import type { Tx } from '@millrace/kit/server'
import { withBareTable } from './bareTable.ts'

const DAYS = 365
const STRIDE = 7_919

/** Names by how often they come, in thousandths; the rest of a thousand is shared by the custom ones at the end. */
const NAMES = [
  { name: 'Email sent', kind: 'email', share: 220 },
  { name: 'Email opened', kind: 'email', share: 150 },
  { name: 'Email clicked', kind: 'email', share: 30 },
  { name: 'Page viewed', kind: 'page', share: 300 },
  { name: 'Signed in', kind: 'custom', share: 150 },
  { name: 'Project created', kind: 'custom', share: 60 },
  { name: 'Report exported', kind: 'custom', share: 40 },
  { name: 'Invoice paid', kind: 'custom', share: 30 },
  { name: 'Seat added', kind: 'custom', share: 15 },
  { name: 'Support asked', kind: 'custom', share: 5 },
] as const

// The names of an account's events.
const ADD_NAMES = `insert into event_names (account_id, name, kind, created_at, last_seen_at)
  select $1::int, u.name, u.kind, $4::timestamptz, $4::timestamptz from unnest($2::text[], $3::text[]) as u(name, kind)
  on conflict (account_id, kind, name) do update set last_seen_at = excluded.last_seen_at returning id, name`

// Events of accounts between two moments: names by their shares, people as uneven as they are in life; who does much is as often
// new as old. The stride has no divisor in common with any number of people that is used.
const ADD_EVENTS = (table: string) => `with f as materialized (
    select account_id, first, people, names::bigint[] as names, rows
    from unnest($1::int[], $2::bigint[], $3::bigint[], $4::text[], $5::int[]) as given(account_id, first, people, names, rows))
  insert into ${table} (account_id, id, person_id, name_id, created_at, props)
  select f.account_id, nextval(pg_get_serial_sequence('events', 'id')),
    f.first + floor(f.people * power(random(), 1.3))::bigint * ${STRIDE} % f.people,
    f.names[1 + made.dice], $6::timestamptz + random() * ($7::timestamptz - $6::timestamptz),
    case when made.dice < 200 then null
      when made.dice < 400 then jsonb_build_object('campaign', (1 + floor(random() * 40))::text, 'emailId', 1 + floor(random() * 40))
      when made.dice < 700 then jsonb_build_object('url', 'https://app.example/p' || floor(random() * 50))
      else jsonb_build_object('amount', floor(random() * 500), 'plan', (array['free', 'pro', 'team'])[1 + floor(random() * 3)::int]) end
  from f cross join lateral (select floor(random() * 1000)::int as dice from generate_series(1, f.rows)) as made`

// The figures of accounts' events between two moments.
const ADD_HOURS = `/* across accounts: the seed fills all of them in one pass */ insert into event_hours (account_id, name_id, hour, total, human)
  select account_id, name_id, date_trunc('hour', created_at), count(*), count(*) from events
  where account_id = any($1::int[]) and created_at >= $2 and created_at < $3 group by 1, 2, 3
  on conflict (account_id, name_id, hour) do update set total = event_hours.total + excluded.total, human = event_hours.human + excluded.human`

// How often each name of an account came.
const ADD_TOTALS = `update event_names n set total = (select coalesce(sum(h.total), 0) from event_hours h where h.account_id = $1 and h.name_id = n.id)
  where n.account_id = $1`

// The properties that a member can ask for.
const ADD_PROPS = `insert into event_props (account_id, name_id, name, type, samples)
  select $1::int, n.id, p.name, p.type, p.samples from event_names n
  join (values ('email', 'campaign', 'string', '["1", "5", "12"]'::jsonb), ('email', 'emailId', 'number', '[1, 5, 12]'),
    ('page', 'url', 'string', '["https://app.example/p1"]'), ('custom', 'amount', 'number', '[20, 99]'), ('custom', 'plan', 'string', '["pro"]'))
    as p(kind, name, type, samples) on p.kind = n.kind
  where n.account_id = $1 on conflict (account_id, name_id, name) do nothing`

// The first person of an account and how many follow; the ids have no gaps, being made at one go.
const PEOPLE = 'select min(id)::bigint as first, count(*)::int as people from people where account_id = $1'

type Filling = { accountId: number; events: number; names: number[]; first: number; people: number }

const prepare = async (tx: Tx, accountId: number, events: number, now: Date): Promise<Filling> => {
  const kinds = NAMES.map(({ kind }) => kind)
  const wanted = NAMES.map(({ name }) => name)
  const rows = await tx.rows<{ id: number; name: string }>(ADD_NAMES, [accountId, wanted, kinds, now])
  const idOf = new Map(rows.map(({ id, name }) => [name, id]))
  const names = NAMES.flatMap(({ name, share }) => Array.from({ length: share }, () => idOf.get(name)!))
  const { first, people } = (await tx.one<{ first: number; people: number }>(PEOPLE, [accountId]))!
  return { accountId, events, names, first, people }
}

/** The months that a year up to now touches, each cut to that year. */
export const monthsOfYear = (now: Date): { name: string; month: Date; next: Date; from: Date; to: Date }[] => {
  const start = new Date(now.getTime() - DAYS * 86_400_000)
  const months = []
  for (let at = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1)); at < now; ) {
    const next = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
    const name = `events_${at.toISOString().slice(0, 7).replace('-', '')}`
    months.push({ name, month: at, next, from: at < start ? start : at, to: next < now ? next : now })
    at = next
  }
  return months
}

type Month = ReturnType<typeof monthsOfYear>[number]

const fillMonth = async (tx: Tx, fillings: readonly Filling[], { name, month, next, from, to }: Month) => {
  // A table of its own, so that its indexes can be made after it is full.
  const known = await tx.one('select 1 from pg_class where oid = to_regclass($1)', [name])
  if (known) await tx.run(`alter table events detach partition ${name}`)
  else await tx.run(`create table ${name} (like events including defaults including storage)`)
  if (!known) await tx.run(`alter table ${name} add primary key (account_id, created_at, id)`)
  const share = (to.getTime() - from.getTime()) / (DAYS * 86_400_000)
  await withBareTable(tx, name, () =>
    tx.run(ADD_EVENTS(name), [
      fillings.map(({ accountId }) => accountId),
      fillings.map(({ first }) => first),
      fillings.map(({ people }) => people),
      fillings.map(({ names }) => `{${names}}`),
      fillings.map(({ events }) => Math.round(events * share)),
      from,
      to,
    ]),
  )
  await tx.run(
    `alter table events attach partition ${name} for values from ('${month.toISOString()}') to ('${next.toISOString()}')`,
  )
  await tx.run(ADD_HOURS, [fillings.map(({ accountId }) => accountId), month, next])
}

/** A year of events of all these accounts, month by month; `told` hears of each. */
export const addEventsOf = async (
  tx: Tx,
  accounts: readonly { id: number; events: number }[],
  now: Date,
  told: (text: string) => void,
): Promise<void> => {
  const fillings: Filling[] = []
  for (const { id, events } of accounts) fillings.push(await prepare(tx, id, events, now))
  for (const month of monthsOfYear(now)) {
    await fillMonth(tx, fillings, month)
    told(`events of ${month.month.toISOString().slice(0, 7)}`)
  }
  for (const { accountId } of fillings) {
    await tx.run(ADD_TOTALS, [accountId])
    await tx.run(ADD_PROPS, [accountId])
  }
}
