-- Work on many people at once: what is done to whom, how far it is, and the files of exports.
-- selection: a list, a segment or all, as the calls take it. total: about how many people it is for, where that is known.
-- dealt: people it has come past, all up to last_id; people made after up_to_id are left out. changed: those whom it changed.
-- attributes: the fields that an export writes, all where it is null. file_key names an export's file while it is kept; file_bytes: as long is what it surely holds.
create table people_jobs (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('tag', 'untag', 'archive', 'restore', 'delete', 'export')),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'canceled')),
  tags text[] not null default '{}',
  selection jsonb not null,
  attributes text[],
  total int,
  dealt int not null default 0,
  changed int not null default 0,
  first_id bigint not null default 0,
  last_id bigint not null default 0,
  up_to_id bigint not null,
  email text,
  file_key text,
  file_bytes bigint not null default 0,
  error text,
  failures int not null default 0,
  created_by int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, id)
);
create index people_jobs_kept on people_jobs (account_id, finished_at);
comment on table people_jobs is 'tenant; feature people';
select millrace_wall('people_jobs');

-- The list in the order of names, without the archived.
create index people_name on people (account_id, lower(nullif(btrim(coalesce(nullif(fields ->> 'name', ''),
  coalesce(fields ->> 'firstName', '') || ' ' || coalesce(fields ->> 'lastName', ''))), '')), id) where archived_at is null;
