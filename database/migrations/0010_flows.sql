-- What happens by itself: flows, their steps and links, who is where in them, and every visit.

create table flows (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  status text not null default 'deactivated-user'
    check (status in ('on', 'deactivated-user', 'deactivated', 'deactivated-expired-auth')),
  object_type text not null default 'person' check (object_type in ('person', 'company')),
  recipe text,
  is_ai_generated boolean not null default false,
  can_enter_once boolean not null default false,
  once_per_period jsonb,
  -- The plan in flow_versions that runs follow; 0 never ran.
  version int not null default 0,
  updated_by int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  activated_at timestamptz,
  archived_at timestamptz,
  primary key (account_id, id)
);
create index flows_updated on flows (account_id, updated_at desc, id desc);
create index flows_on on flows (account_id, id) where status = 'on';
comment on table flows is 'tenant; feature flows';
select millrace_wall('flows');

-- input: the settings (inputFields.values).
create table flow_steps (
  account_id int not null,
  id bigint generated always as identity,
  flow_id bigint not null,
  service_id text not null,
  operation_key text not null,
  input jsonb not null default '{}',
  title text,
  x double precision not null default 0,
  y double precision not null default 0,
  is_duplicate boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint flow_steps_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade
);
create index flow_steps_of on flow_steps (account_id, flow_id);
comment on table flow_steps is 'tenant; feature flows';
select millrace_wall('flow_steps');

-- condition: the exit of the source by which it leaves; empty is the plain way out.
create table flow_links (
  account_id int not null,
  id bigint generated always as identity,
  flow_id bigint not null,
  source bigint not null,
  target bigint not null,
  condition text not null default '',
  is_retriggering boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id),
  constraint flow_links_once unique (account_id, source, condition, target),
  constraint flow_links_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade,
  constraint flow_links_source foreign key (account_id, source) references flow_steps (account_id, id) on delete cascade,
  constraint flow_links_target foreign key (account_id, target) references flow_steps (account_id, id) on delete cascade
);
create index flow_links_of on flow_links (account_id, flow_id);
create index flow_links_to on flow_links (account_id, target);
comment on table flow_links is 'tenant; feature flows';
select millrace_wall('flow_links');

create table flow_decorations (
  account_id int not null,
  id bigint generated always as identity,
  flow_id bigint not null,
  type text not null check (type in ('annotation', 'note')),
  text text not null default '',
  font_size real not null default 16,
  x double precision not null default 0,
  y double precision not null default 0,
  width double precision not null,
  height double precision not null,
  primary key (account_id, id),
  constraint flow_decorations_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade
);
create index flow_decorations_of on flow_decorations (account_id, flow_id);
comment on table flow_decorations is 'tenant; feature flows';
select millrace_wall('flow_decorations');

-- Each graph that people ran through.
create table flow_versions (
  account_id int not null,
  flow_id bigint not null,
  version int not null,
  graph jsonb not null,
  member_id int not null default 0,
  created_at timestamptz not null,
  primary key (account_id, flow_id, version),
  constraint flow_versions_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade
);
comment on table flow_versions is 'tenant; feature flows';
select millrace_wall('flow_versions');

-- What members did to a flow.
create table flow_edits (
  account_id int not null,
  flow_id bigint not null,
  at timestamptz not null,
  id bigint generated always as identity,
  type text not null check (type in ('created', 'edited', 'activated', 'deactivated', 'archived', 'restored')),
  step_id bigint,
  member_id int not null default 0,
  primary key (account_id, flow_id, at, id),
  constraint flow_edits_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade
);
comment on table flow_edits is 'tenant; feature flows';
select millrace_wall('flow_edits');

-- Where one person stands in one pass through a flow. A pass that goes several ways at once has a row for each way;
-- root_id names the first of them. entry_key holds the entry rule: equal keys enter once.
-- state: 0 ready for its step, 1 waiting for due_at, 2 held until its step can run, 3 failed at its step, 4 ended.
create table flow_runs (
  account_id int not null,
  id bigint generated always as identity,
  root_id bigint,
  flow_id bigint not null,
  person_id bigint not null,
  entry_key text not null,
  state smallint not null default 0,
  step_id bigint not null,
  visit int not null default 1,
  due_at timestamptz,
  entered_at timestamptz not null,
  step_entered_at timestamptz not null,
  ended_at timestamptz,
  error text,
  primary key (account_id, id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create unique index flow_runs_once on flow_runs (account_id, flow_id, person_id, entry_key) where root_id is null;
create index flow_runs_due on flow_runs (account_id, flow_id, due_at) where state < 2;
create index flow_runs_at on flow_runs (account_id, step_id, step_entered_at) where state < 4;
create index flow_runs_person on flow_runs (account_id, person_id, flow_id) where state < 4;
create index flow_runs_entered on flow_runs (account_id, flow_id, entered_at) where root_id is null;
comment on table flow_runs is 'tenant; feature flows';
select millrace_wall('flow_runs');

-- A stay at a step that is over: by which exit, or with which error. A stay that lasts is the run's own row.
create table step_visits (
  account_id int not null,
  left_at timestamptz not null,
  run_id bigint not null,
  visit int not null,
  flow_id bigint not null,
  step_id bigint not null,
  person_id bigint not null,
  entered_at timestamptz not null,
  exit text,
  error text,
  primary key (account_id, left_at, run_id, visit)
) partition by range (left_at);
create index step_visits_step on step_visits (account_id, step_id, left_at desc);
create index step_visits_person on step_visits (account_id, person_id, left_at desc);
create table step_visits_other partition of step_visits default;
comment on table step_visits is 'tenant; feature flows; partitioned monthly by left_at';
select millrace_wall('step_visits');

-- People at steps, kept in the transactions that move them: all that ever came, those that stand there, those that failed there.
create table flow_step_counts (
  account_id int not null,
  step_id bigint not null,
  flow_id bigint not null,
  entered bigint not null default 0,
  queued bigint not null default 0,
  failed bigint not null default 0,
  primary key (account_id, step_id)
) with (fillfactor = 50);
create index flow_step_counts_flow on flow_step_counts (account_id, flow_id);
comment on table flow_step_counts is 'tenant; feature flows';
select millrace_wall('flow_step_counts');

-- Figures for reports: passes begun and goals reached, by hour.
create table flow_hours (
  account_id int not null,
  flow_id bigint not null,
  hour timestamptz not null,
  entered int not null default 0,
  reached_goal int not null default 0,
  primary key (account_id, flow_id, hour)
);
comment on table flow_hours is 'tenant; feature flows';
select millrace_wall('flow_hours');

-- Who reached which goal, once per pass (run_id is its first row's).
create table flow_goals (
  account_id int not null,
  step_id bigint not null,
  person_id bigint not null,
  run_id bigint not null,
  flow_id bigint not null,
  reached_at timestamptz not null,
  primary key (account_id, step_id, person_id, run_id)
);
create index flow_goals_flow on flow_goals (account_id, flow_id, reached_at);
comment on table flow_goals is 'tenant; feature flows';
select millrace_wall('flow_goals');

-- Who already got the mail of a step that sends only once.
create table step_sends (
  account_id int not null,
  step_id bigint not null,
  person_id bigint not null,
  sent_at timestamptz not null,
  primary key (account_id, step_id, person_id)
);
comment on table step_sends is 'tenant; feature flows';
select millrace_wall('step_sends');
