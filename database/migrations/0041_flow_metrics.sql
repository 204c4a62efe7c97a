-- Figures of flows are kept by the quarter of an hour: days of zones that are half an hour off begin inside an hour.
alter table flow_hours rename to flow_quarters;
alter table flow_quarters rename column hour to at;
alter table flow_quarters rename constraint flow_hours_pkey to flow_quarters_pkey;

-- The same by the day in UTC, so that years are added up from days and the quarters at their edges.
create table flow_days (
  account_id int not null,
  flow_id bigint not null,
  at timestamptz not null,
  entered int not null default 0,
  reached_goal int not null default 0,
  primary key (account_id, flow_id, at)
) with (fillfactor = 80);
comment on table flow_days is 'tenant; feature flows';
select millrace_wall('flow_days');

insert into flow_days (account_id, flow_id, at, entered, reached_goal)
select account_id, flow_id, date_trunc('day', at, 'UTC'), sum(entered), sum(reached_goal) from flow_quarters group by 1, 2, 3;

-- How many came to each step, by hour, for the funnel along a flow's path.
create table flow_step_hours (
  account_id int not null,
  flow_id bigint not null,
  at timestamptz not null,
  step_id bigint not null,
  entered int not null default 0,
  reached_goal int not null default 0,
  primary key (account_id, flow_id, at, step_id)
) with (fillfactor = 80);
comment on table flow_step_hours is 'tenant; feature flows';
select millrace_wall('flow_step_hours');

insert into flow_step_hours (account_id, flow_id, at, step_id, entered, reached_goal)
select account_id, flow_id, at, step_id, sum(entered), sum(reached_goal) from (
  select v.account_id, v.flow_id, date_trunc('hour', v.entered_at) as at, v.step_id, count(*) as entered, 0 as reached_goal
  from step_visits v where v.error is null group by 1, 2, 3, 4
  union all
  select r.account_id, r.flow_id, date_trunc('hour', r.step_entered_at), r.step_id, count(*), 0
  from flow_runs r where r.state < 4 group by 1, 2, 3, 4
  union all
  select g.account_id, g.flow_id, date_trunc('hour', g.reached_at), g.step_id, 0, count(*)
  from flow_goals g group by 1, 2, 3, 4
) as told group by 1, 2, 3, 4;

-- How many different people entered a flow and reached its goal in a stretch of time; a job counts them.
create table flow_uniques (
  account_id int not null,
  flow_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  entered int,
  reached_goal int,
  asked_at timestamptz not null,
  started_at timestamptz,
  counted_at timestamptz,
  -- Whether it is to be counted (again).
  is_wanted boolean not null default true,
  primary key (account_id, flow_id, starts_at, ends_at),
  constraint flow_uniques_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade
) with (fillfactor = 70);
create index flow_uniques_wanted on flow_uniques (account_id, asked_at) where is_wanted;
create index flow_uniques_old on flow_uniques (asked_at);
comment on table flow_uniques is 'tenant; feature flows';
select millrace_wall('flow_uniques');

-- Who entered and who reached a goal, by time, without a look at the rows themselves.
drop index flow_runs_entered;
create index flow_runs_entered on flow_runs (account_id, flow_id, entered_at, id) include (person_id) where root_id is null;
drop index flow_goals_flow;
create index flow_goals_flow on flow_goals (account_id, flow_id, reached_at, run_id, step_id) include (person_id);

-- An export of people whom a higher feature names, with what it says about them; one at a time of the same.
alter table people_jobs add column source jsonb;
alter table people_jobs add column place text not null default '';
create unique index people_jobs_source_once on people_jobs (account_id, email, md5(source::text))
  where source is not null and status in ('queued', 'running');
