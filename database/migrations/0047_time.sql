-- Flows that start by the clock: at a time, again and again, or on a date that people carry.

-- From which version of a flow, and in which time zone, its schedules were made.
create table flow_timings (
  account_id int not null,
  flow_id bigint not null,
  version int not null,
  zone text not null,
  activated_at timestamptz not null,
  primary key (account_id, flow_id),
  constraint flow_timings_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade
);
comment on table flow_timings is 'tenant; feature flows';
select millrace_wall('flow_timings');

-- One trigger that starts by the clock. It is worked on by changes of kind flow.turn in the account's lane, one after the other.
create table flow_schedules (
  account_id int not null,
  step_id bigint not null,
  flow_id bigint not null,
  service_id text not null,
  operation_key text not null,
  input jsonb not null,
  zone text not null,
  -- Part of the version that runs.
  is_live boolean not null default true,
  -- Times before it let nobody in.
  since timestamptz not null,
  -- Recurring times are counted from it.
  anchor timestamptz not null,
  -- When a turn was put into the lane that has not ended yet.
  queued_at timestamptz,
  -- The next time; the one whose people are being let in, and how far; the last one that is done.
  next_at timestamptz,
  walk_at timestamptz,
  walked_to bigint not null default 0,
  walked bigint not null default 0,
  last_at timestamptz,
  -- By a date of each person: rows of flow_dates with this generation count; up to whom they are made, null when for all.
  is_dated boolean not null default false,
  generation int not null default 0,
  built_to bigint,
  has_rows boolean not null default false,
  has_stale boolean not null default false,
  primary key (account_id, step_id),
  constraint flow_schedules_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade
);
create index flow_schedules_of on flow_schedules (account_id, flow_id);
comment on table flow_schedules is 'tenant; feature flows';
select millrace_wall('flow_schedules');

-- When whom a date lets in. What the date says is asked again then, so that a row only says when to look.
create table flow_dates (
  account_id int not null,
  generation int not null,
  step_id bigint not null,
  person_id bigint not null,
  due_at timestamptz not null,
  primary key (account_id, step_id, person_id)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index flow_dates_due on flow_dates (account_id, step_id, generation, due_at);
comment on table flow_dates is 'tenant; feature flows';
select millrace_wall('flow_dates');
