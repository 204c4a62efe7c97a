-- Changes that could not be taken stand aside with the reason, so that those after them go on.
create table parked_changes (
  account_id int not null,
  id bigint not null,
  at timestamptz not null,
  kind text not null,
  person_id bigint,
  ref bigint,
  data jsonb,
  parked_at timestamptz not null,
  reason text not null,
  primary key (account_id, id)
);
comment on table parked_changes is 'tenant; feature kit';
select millrace_wall('parked_changes');

-- What goes wrong in a flow while it runs, one row for each kind of trouble and step.
create table flow_troubles (
  account_id int not null,
  flow_id bigint not null,
  code text not null,
  step_id bigint not null default 0,
  reason text not null default '',
  people bigint not null default 0,
  person_id bigint,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, flow_id, code, step_id),
  constraint flow_troubles_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade
);
comment on table flow_troubles is 'tenant; feature flows';
select millrace_wall('flow_troubles');

-- Work on everybody who stands somewhere in a flow, done a piece at a time; how far it is stands here.
create table flow_moves (
  account_id int not null,
  id bigint not null generated always as identity,
  flow_id bigint not null,
  kind text not null check (kind in ('recompute', 'release', 'retrigger', 'clear', 'retry', 'skip', 'remove')),
  step_id bigint,
  target_id bigint,
  settings jsonb not null default '{}',
  walked_at timestamptz,
  walked_to bigint not null default 0,
  moved bigint not null default 0,
  member_id int not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  constraint flow_moves_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade
);
create index flow_moves_open on flow_moves (account_id, flow_id) where ended_at is null;
comment on table flow_moves is 'tenant; feature flows';
select millrace_wall('flow_moves');

-- Visits are read flow by flow, latest first; the key does that as well.
alter table step_visits drop constraint step_visits_pkey;
alter table step_visits add constraint step_visits_pkey primary key (account_id, flow_id, left_at, run_id, visit);
-- Rising keys fill their pages; they are read backwards as well.
drop index step_visits_step;
create index step_visits_step on step_visits (account_id, step_id, left_at);
drop index step_visits_person;
create index step_visits_person on step_visits (account_id, person_id, left_at);

-- An entry that has a change's number for its key cannot come twice, and everything about one person is found by the person.
drop index flow_runs_once;
create unique index flow_runs_once on flow_runs (account_id, flow_id, person_id, entry_key)
  where root_id is null and entry_key not like 'change:%';
drop index flow_runs_person;
create index flow_runs_person on flow_runs (account_id, person_id, flow_id);
