-- Work on many objects of a kind: a list of them, those of a segment, or all that a list shows.
create table object_jobs (
  account_id  int not null references accounts on delete cascade,
  id          bigint generated always as identity,
  -- Kept when the kind goes, until the file of an export is removed.
  schema_id   bigint not null,
  kind        text not null check (kind in ('archive', 'restore', 'delete', 'set', 'export')),
  status      text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'canceled')),
  selection   jsonb not null,
  -- What the fields are set to, of a job that does so.
  fields      jsonb,
  -- The columns of an export; null for all.
  attributes  text[],
  -- How many it is for, where that was counted.
  total       int,
  dealt       int not null default 0,
  changed     int not null default 0,
  -- Objects go by id, from behind the first to the last.
  first_id    bigint not null default 0,
  last_id     bigint not null default 0,
  up_to_id    bigint not null,
  email       text,
  file_key    text,
  file_bytes  bigint not null default 0,
  error       text,
  failures    int not null default 0,
  created_by  int not null default 0,
  created_at  timestamptz not null,
  started_at  timestamptz,
  finished_at timestamptz,
  primary key (account_id, id)
);
comment on table object_jobs is 'tenant; feature objects';
select millrace_wall('object_jobs');
create index object_jobs_kept on object_jobs (account_id, finished_at);
