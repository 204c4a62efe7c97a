/** New ids for `flow_runs`, in one list: its sequence is looked up once, not for each. */
export const IDS = `select array_agg(nextval(s.name)) as ids
  from (select pg_get_serial_sequence('flow_runs', 'id')::regclass as name offset 0) s, generate_series(1, $1::int)`

/** Writes rows that are new. */
export const INSERT_RUNS = `insert into flow_runs (account_id, id, root_id, flow_id, person_id, entry_key, state, step_id, visit,
    due_at, entered_at, step_entered_at, ended_at, error, caused_at, event_id)
  overriding system value
  select $1::int, u.id, u.root_id, $2::bigint, u.person_id, u.entry_key, u.state, u.step_id, u.visit,
    u.due_at, u.entered_at, u.step_entered_at, u.ended_at, u.error, u.caused_at, u.event_id
  from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::smallint[], $8::bigint[], $9::int[],
    $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[], $14::text[],
    $15::timestamptz[], $16::bigint[])
    as u(id, root_id, person_id, entry_key, state, step_id, visit, due_at, entered_at, step_entered_at, ended_at, error,
      caused_at, event_id)`

/** Writes where rows stand now. */
export const UPDATE_RUNS = `update flow_runs r set state = u.state, step_id = u.step_id, visit = u.visit, due_at = u.due_at,
    step_entered_at = u.step_entered_at, ended_at = u.ended_at, error = u.error
  from unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::int[], $6::timestamptz[], $7::timestamptz[],
    $8::timestamptz[], $9::text[]) as u(id, state, step_id, visit, due_at, step_entered_at, ended_at, error)
  where r.account_id = $1 and r.id = u.id`

/**
 * Writes stays that are over: rows by the way that they went, and the stays of each way. The first stay of a row began
 * some time ago, the others now.
 */
export const INSERT_VISITS = `insert into step_visits (account_id, left_at, run_id, visit, flow_id, step_id, person_id, entered_at, exit, error)
  select $1::int, $2::timestamptz, u.run_id, u.visit + w.nth, $3::bigint, w.step_id, u.person_id,
    case w.nth when 0 then u.entered_at else $2::timestamptz end, w.exit, w.error
  from unnest($4::bigint[], $5::int[], $6::bigint[], $7::timestamptz[], $8::int[]) as u(run_id, visit, person_id, entered_at, way)
  join unnest($9::int[], $10::int[], $11::bigint[], $12::text[], $13::text[]) as w(way, nth, step_id, exit, error) on w.way = u.way`

/** Moves the counters of steps, always in the same order so that two workers never wait for each other in a ring. */
export const COUNT = `insert into flow_step_counts as c (account_id, step_id, flow_id, entered, queued, failed)
  select $1::int, u.step_id, $2::bigint, u.entered, u.queued, u.failed
  from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) as u(step_id, entered, queued, failed)
  order by u.step_id
  on conflict (account_id, step_id) do update set entered = c.entered + excluded.entered,
    queued = c.queued + excluded.queued, failed = c.failed + excluded.failed`

/** Adds to the figures of the quarter of an hour, and of the day in UTC. */
export const QUARTER = `with day as (
    insert into flow_days as d (account_id, flow_id, at, entered, reached_goal) values ($1, $2, $6, $4, $5)
    on conflict (account_id, flow_id, at) do update set entered = d.entered + excluded.entered,
      reached_goal = d.reached_goal + excluded.reached_goal)
  insert into flow_quarters as q (account_id, flow_id, at, entered, reached_goal) values ($1, $2, $3, $4, $5)
  on conflict (account_id, flow_id, at) do update set entered = q.entered + excluded.entered,
    reached_goal = q.reached_goal + excluded.reached_goal`

/** Adds to the figures of steps in the hour. */
export const STEP_HOUR = `insert into flow_step_hours as h (account_id, flow_id, at, step_id, entered, reached_goal)
  select $1::int, $2::bigint, $3::timestamptz, u.step_id, u.entered, u.reached_goal
  from unnest($4::bigint[], $5::int[], $6::int[]) as u(step_id, entered, reached_goal) order by u.step_id
  on conflict (account_id, flow_id, at, step_id) do update set entered = h.entered + excluded.entered,
    reached_goal = h.reached_goal + excluded.reached_goal`

/** Remembers goals, once per pass; answers those that are new. */
export const GOALS = `insert into flow_goals (account_id, step_id, person_id, run_id, flow_id, reached_at)
  select $1::int, u.step_id, u.person_id, u.run_id, $2::bigint, $3::timestamptz
  from unnest($4::bigint[], $5::bigint[], $6::bigint[]) as u(step_id, person_id, run_id)
  on conflict (account_id, step_id, person_id, run_id) do nothing
  returning step_id as "stepId", person_id as "personId"`
