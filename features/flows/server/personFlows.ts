import type { House, Tx } from '@millrace/kit/server'
import type { PersonPart } from '@millrace/people/server'
import { claimLiveOfPeople } from './engine/claim.ts'
import { endRunsOfPeople, endTokens } from './engine/endRuns.ts'
import { FORGET_VISITS } from './engine/forgetObjects.ts'
import { passOf, type Token } from './engine/token.ts'

const COUNT = `
select count(*)::int as count from flow_runs where account_id = $1 and person_id = $2 and root_id is null`

/** Passes of one person whose entry the other one has used as well. */
const SAME_ENTRY = `
select g.id from flow_runs g join flow_runs k
  on k.account_id = $1 and k.flow_id = g.flow_id and k.person_id = $3 and k.entry_key = g.entry_key and k.root_id is null
where g.account_id = $1 and g.person_id = $2 and g.root_id is null`

/** Gives passes to another person; an entry that the other one has used gets a key of its own. */
const MOVE_RUNS = `
update flow_runs g set person_id = $3, entry_key = case when g.id = any($4::bigint[]) then g.entry_key || ' of ' || $2::text else g.entry_key end
where g.account_id = $1 and g.person_id = $2`

/** Gives over the visits of passes that were given over. */
const MOVE_VISITS = `update step_visits set person_id = $3 where account_id = $1 and person_id = $2
  and run_id = any(array(select r.id from flow_runs r where r.account_id = $1 and r.person_id = $3))`
const MOVE_GOALS = `update flow_goals set person_id = $3 where account_id = $1 and person_id = $2`

/** Gives over who got which mail once. */
const MOVE_SENDS = `
with gone as (delete from step_sends where account_id = $1 and person_id = $2 returning step_id, sent_at)
insert into step_sends (account_id, step_id, person_id, sent_at)
select $1::int, g.step_id, $3::bigint, g.sent_at from gone g
on conflict (account_id, step_id, person_id) do nothing`

/** Rows that say when dates let people in; those of the one who stays are made anew from what they carry afterwards. */
const FORGET_DATES = `delete from flow_dates where account_id = $1 and person_id = any($2::bigint[])
  and step_id = any(array(select s.step_id from flow_schedules s where s.account_id = $1 and s.has_rows))`

/** Gives over which variants of A/B tests they got; the one who stays keeps theirs. */
const MOVE_VARIANTS = `
with gone as (delete from step_variants where account_id = $1 and person_id = $2 returning step_id, variant, assigned_at)
insert into step_variants (account_id, step_id, person_id, variant, assigned_at)
select $1::int, g.step_id, $3::bigint, g.variant, g.assigned_at from gone g
on conflict (account_id, step_id, person_id) do nothing`

const MOVE_OUTSIDE = ['flow_calls', 'hook_deliveries', 'in_app_messages'].map(
  (table) => `update ${table} set person_id = $3 where account_id = $1 and person_id = $2`,
)

const MOVES = [MOVE_VISITS, MOVE_GOALS, MOVE_SENDS, MOVE_VARIANTS, ...MOVE_OUTSIDE]

const FORGET = [
  'update flow_troubles set person_id = null where account_id = $1 and person_id = any($2::bigint[])',
  FORGET_VISITS,
  ...['flow_runs', 'flow_goals', 'step_sends', 'step_variants', 'flow_calls', 'hook_deliveries', 'in_app_messages'].map(
    (table) => `delete from ${table} where account_id = $1 and person_id = any($2::bigint[])`,
  ),
]

/** Names of the flows in which both of two people stand. */
const BOTH = `
select f.name from flows f where f.account_id = $1
  and f.id in (select k.flow_id from flow_runs k where k.account_id = $1 and k.person_id = $2 and k.state < 4)
  and f.id in (select g.flow_id from flow_runs g where g.account_id = $1 and g.person_id = $3 and g.state < 4)
order by lower(f.name), f.account_id, f.id`

const DATA_RUNS = `
select f.name as flow, r.id as run, r.entered_at as "enteredAt", r.ended_at as "endedAt", r.error
from flow_runs r join flows f on f.account_id = $1 and f.id = r.flow_id
where r.account_id = $1 and r.person_id = $2 order by r.account_id, r.entered_at, r.id`

const DATA_VISITS = `
select v.run_id as run, v.step_id as step, v.entered_at as "enteredAt", v.left_at as "leftAt", v.exit, v.error
from step_visits v where v.account_id = $1 and v.person_id = $2
  and v.run_id = any(array(select r.id from flow_runs r where r.account_id = $1 and r.person_id = $2))
order by v.account_id, v.left_at, v.run_id, v.visit`

const DATA_DATES = `
select f.name as flow, d.step_id as step, d.due_at as "dueAt"
from flow_dates d join flow_schedules s on s.account_id = $1 and s.step_id = d.step_id and s.generation = d.generation
join flows f on f.account_id = $1 and f.id = s.flow_id
where d.account_id = $1 and d.person_id = $2 and s.is_live and f.status = 'on' order by d.account_id, d.due_at`

const DATA_CALLS = `
select c.step_id as step, c.host, c.request - 'headers' as request, c.status, c.reply, c.error, c.created_at as "createdAt", c.ended_at as "endedAt"
from flow_calls c where c.account_id = $1 and c.person_id = $2 order by c.account_id, c.id`

const DATA_DELIVERIES = `
select d.step_id as step, d.received_at as "receivedAt", d.body, d.state
from hook_deliveries d where d.account_id = $1 and d.person_id = $2 order by d.account_id, d.id`

const DATA_MESSAGES = `
select m.step_id as step, m.title, m.body, m.link, m.created_at as "createdAt", m.seen_at as "seenAt",
  m.clicked_at as "clickedAt", m.closed_at as "closedAt"
from in_app_messages m where m.account_id = $1 and m.person_id = $2 order by m.account_id, m.id`

/** The passes of the one who goes that end: the one who stays is in that flow, or has come in the same way before. */
const ending = (kept: readonly Token[], gone: readonly Token[], used: ReadonlySet<number>): Token[] =>
  gone.filter((token) => kept.length > 0 || used.has(passOf(token)))

const merge = async (house: House, tx: Tx, accountId: number, kept: number, gone: number) => {
  const flows = await claimLiveOfPeople(tx, accountId, [kept, gone])
  const same = await tx.rows<{ id: number }>(SAME_ENTRY, [accountId, gone, kept])
  const used = new Set(same.map(({ id }) => id))
  for (const [flowId, tokens] of [...flows].sort(([a], [b]) => a - b)) {
    const theirs = tokens.filter(({ personId }) => personId === kept)
    const over = ending(
      theirs,
      tokens.filter(({ personId }) => personId === gone),
      used,
    )
    if (over.length) await endTokens(house, tx, accountId, flowId, over, 'merged')
  }
  await tx.run(MOVE_RUNS, [accountId, gone, kept, [...used]])
  for (const sql of MOVES) await tx.run(sql, [accountId, gone, kept])
  await tx.run(FORGET_DATES, [accountId, [gone]])
}

/** What flows keep of people: their passes, every stay at a step, goals, and which mail they got once. */
export const personFlows = (house: House): PersonPart => ({
  count: async (tx, accountId, personId) => {
    const row = await tx.one<{ count: number }>(COUNT, [accountId, personId])
    return [{ what: 'flow runs', count: row?.count ?? 0 }]
  },
  merge: (tx, accountId, { kept, gone }) => merge(house, tx, accountId, kept, gone),
  ends: async (tx, accountId, kept, gone) =>
    (await tx.rows<{ name: string }>(BOTH, [accountId, kept, gone])).map(
      ({ name }) => `Both are in the flow “${name}”: the one who stays goes on, the other run ends.`,
    ),
  erase: async (tx, accountId, personIds) => {
    await endRunsOfPeople(house, tx, accountId, personIds)
    for (const sql of [...FORGET, FORGET_DATES]) await tx.run(sql, [accountId, personIds])
  },
  data: async function* (accountId, personId) {
    const read = (sql: string) => house.db.account(accountId, (tx) => tx.rows(sql, [accountId, personId]))
    yield { of: 'flowRuns', rows: await read(DATA_RUNS) }
    yield { of: 'stepsVisited', rows: await read(DATA_VISITS) }
    yield { of: 'flowDates', rows: await read(DATA_DATES) }
    yield { of: 'webhookCalls', rows: await read(DATA_CALLS) }
    yield { of: 'webhooksReceived', rows: await read(DATA_DELIVERIES) }
    yield { of: 'inAppMessages', rows: await read(DATA_MESSAGES) }
  },
})
