import type { Tx } from '@millrace/kit/server'
import { withBareTable } from './bareTable.ts'

const CHUNK = 250_000
const TAGS = 200

/** What is known of the people of the large accounts beside name and address, as a member would declare it. */
export const SCALE_FIELDS = [
  { name: 'company', type: 'string' as const },
  { name: 'plan', type: 'string' as const },
  { name: 'city', type: 'string' as const },
  { name: 'country', type: 'string' as const },
  { name: 'score', type: 'number' as const },
  { name: 'mrr', type: 'number' as const },
  { name: 'trialEndsAt', type: 'string' as const, format: 'date-time' as const },
]

// Two hundred tags of an account; answers the first one's id. The ids follow one another, being made in one statement.
const ADD_TAGS = `with made as (
    insert into tags (account_id, name, created_at) select $1::int, 'topic ' || n, $2::timestamptz from generate_series(1, ${TAGS}) as n
    returning id)
  select min(id)::bigint as first from made`

// People $2 to $3 of the $6 of an account: a third at one mail provider, plans and tags as uneven as they are in life, two years
// of sign-ups, one after the other.
const ADD_PEOPLE = `insert into people (account_id, email, user_id, fields, tags, created_at, updated_at, last_seen_at, unsubscribed_at)
  select $1::int,
    lower(first || '.' || last || n) || '@' || case when dice < 0.37 then 'gmail.com' when dice < 0.5 then 'outlook.com'
      else 'company' || (n % 20000) || '.example' end,
    'u' || n,
    jsonb_strip_nulls(jsonb_build_object(
      'firstName', first, 'lastName', last, 'company', 'Company ' || (n % 20000),
      'plan', (array['free', 'free', 'free', 'trial', 'trial', 'pro', 'pro', 'team'])[1 + floor(random() * 8)::int],
      'city', case when random() < 0.002 then 'Reykjavik' else (array['Lisbon', 'Berlin', 'Paris', 'Austin', 'Oslo', 'Lagos', 'Pune', 'Kyoto'])[1 + floor(random() * 8)::int] end,
      'country', (array['PT', 'DE', 'FR', 'US', 'NO', 'NG', 'IN', 'JP'])[1 + floor(random() * 8)::int],
      'score', floor(random() * 100), 'mrr', case when random() < 0.4 then floor(random() * 900) end,
      'trialEndsAt', case when random() < 0.2 then to_char($5::timestamptz + (random() * 60 - 30) * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end)),
    coalesce((select array_agg(distinct $4::bigint + floor(${TAGS} * power(random(), 3))::bigint) from generate_series(1, n % 7)), '{}'),
    born, born, case when random() < 0.7 then born + ($5::timestamptz - born) * sqrt(random()) end,
    case when random() < 0.04 then $5::timestamptz - random() * interval '300 days' end
  from (
    select n, random() as dice, $5::timestamptz - ($6::int - n + random()) / $6::int * interval '730 days' as born,
      (array['Ann', 'Ben', 'Cleo', 'Dai', 'Eva', 'Finn', 'Gita', 'Hugo', 'Ines', 'Jon', 'Kaya', 'Liam', 'Mina', 'Noor', 'Otto', 'Pia'])[1 + n % 16] as first,
      (array['Adler', 'Berg', 'Costa', 'Diaz', 'Evans', 'Fischer', 'Garcia', 'Hansen', 'Ito', 'Jensen', 'Khan', 'Larsen', 'Mbeki'])[1 + (n / 16) % 13] as last
    from generate_series($2::int, $3::int) as n) as made`

/** Tags and people of one account. */
export const addPeople = async (tx: Tx, accountId: number, people: number, now: Date): Promise<void> => {
  const { first } = (await tx.one<{ first: number }>(ADD_TAGS, [accountId, now]))!
  for (let from = 1; from <= people; from += CHUNK) {
    await tx.run(ADD_PEOPLE, [accountId, from, Math.min(people, from + CHUNK - 1), first, now, people])
  }
}

/** People of all these accounts, with the indexes made afterwards. */
export const addPeopleOf = (tx: Tx, accounts: readonly { id: number; people: number }[], now: Date): Promise<void> =>
  withBareTable(tx, 'people', async () => {
    for (const { id, people } of accounts) await addPeople(tx, id, people, now)
  })
