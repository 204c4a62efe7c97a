import { describe, expect, it } from 'vitest'
import { lintSql } from './lint.ts'

const TENANTS = new Set(['people', 'events', 'flow_runs'])

const GOOD = [
  'select id from people where account_id = $1',
  'select p.id from people p join events e on e.account_id = p.account_id and e.person_id = p.id where p.account_id = $1',
  'select p.id from people p where p.account_id = $1 and (select 1 from events e where e.account_id = $1 and e.person_id = p.id limit 1) is not null',
  'with c as (select id from flow_runs where account_id = $1 limit 5 for update skip locked) update flow_runs f set step_id = 2 from c where f.account_id = $1 and f.id = c.id',
  'insert into people (account_id, email) values ($1, $2) on conflict (account_id, lower(email)) do update set last_seen_at = excluded.last_seen_at',
  'select count(*) from accounts',
]

const BAD: [sql: string, told: string][] = [
  ['select id from people where id = $1', 'people has no account_id'],
  [
    'select p.id from people p where p.account_id = $1 and (select 1 from events e where e.person_id = p.id limit 1) is not null',
    'events e has no account_id',
  ],
  [
    'select x.n from people p, lateral (select count(*) n from events e where e.person_id = p.id) x where p.account_id = $1',
    'events e has no account_id',
  ],
  ['with c as (select id from flow_runs where step_id = 1 for update skip locked) select * from c', 'and it is locked'],
  ['update people set account_id = 3 where account_id = $1', 'never updated'],
  ['update people set last_seen_at = clock_timestamp() where account_id = $1', 'clock_timestamp() in UPDATE'],
  ['delete from events where person_id = $1', 'events has no account_id'],
  ['insert into people (email) values ($1)', 'leaves account_id out'],
  [
    'insert into people (account_id, email) values ($1, $2) on conflict do nothing; insert into people (account_id, email) values (1, 2) on conflict (account_id) do update set seen = now()',
    'now() in DO UPDATE SET',
  ],
  ['with recursive t as (select 1) select * from t', 'no WITH RECURSIVE'],
  ['merge into people p using (values (1)) v(a) on p.account_id = v.a when matched then do nothing', 'MERGE'],
]

describe('the SQL check', () => {
  it.each(GOOD)('has nothing against %s', async (sql) => {
    expect(await lintSql(sql, TENANTS)).toEqual([])
  })

  it.each(BAD)('sees what is wrong with %s', async (sql, told) => {
    expect((await lintSql(sql, TENANTS)).join('; ')).toContain(told)
  })
})
