-- What people did: one row per event, by month.

create table event_names (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  kind text not null default 'custom' check (kind in ('custom', 'email', 'page', 'system')),
  label text,
  description text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz,
  total bigint not null default 0,
  primary key (account_id, id)
);
create unique index event_names_name on event_names (account_id, kind, name);
comment on table event_names is 'tenant; feature events';
select millrace_wall('event_names');

create table events (
  account_id int not null,
  id bigint generated always as identity,
  person_id bigint not null,
  name_id bigint not null,
  created_at timestamptz not null,
  props jsonb,
  primary key (account_id, created_at, id)
) partition by range (created_at);
create index events_name on events (account_id, name_id, created_at) include (person_id);
create index events_person on events (account_id, person_id, name_id, created_at);
create table events_other partition of events default;
comment on table events is 'tenant; feature events; partitioned monthly by created_at';
select millrace_wall('events');

-- Message ids that were seen, so that a repeated delivery is recorded once.
create table event_keys (
  account_id int not null,
  key text not null,
  at timestamptz not null,
  primary key (account_id, key)
);
create index event_keys_at on event_keys (at);
comment on table event_keys is 'tenant; feature events';
select millrace_wall('event_keys');

-- Figures for reports, kept at ingest: per name and hour; human: without what robots did.
create table event_hours (
  account_id int not null,
  name_id bigint not null,
  hour timestamptz not null,
  total bigint not null default 0,
  human bigint not null default 0,
  primary key (account_id, name_id, hour)
);
comment on table event_hours is 'tenant; feature events';
select millrace_wall('event_hours');

-- The properties that events of a name were seen with, for those who build conditions on them.
create table event_props (
  account_id int not null,
  name_id bigint not null,
  name text not null,
  type text not null check (type in ('string', 'number', 'boolean', 'array', 'object', 'date-time', 'date')),
  samples jsonb not null default '[]',
  primary key (account_id, name_id, name)
);
comment on table event_props is 'tenant; feature events';
select millrace_wall('event_props');
