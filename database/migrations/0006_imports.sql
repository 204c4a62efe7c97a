-- Files of people on their way in.

-- Uploaded files, by the key that the upload address carries.
create table import_files (
  account_id int not null references accounts (id) on delete cascade,
  key text not null,
  file_name text not null default '',
  bytes bigint,
  num_people int,
  created_at timestamptz not null,
  uploaded_at timestamptz,
  primary key (account_id, key)
);
comment on table import_files is 'tenant; feature imports';
select millrace_wall('import_files');

-- row_position: rows of the file that are dealt with; a stopped import goes on behind it.
create table imports (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  file_key text not null,
  num_people int not null default 0,
  headers text[] not null,
  mapping jsonb not null,
  tags text[] not null default '{}',
  encoding text not null default 'utf-8',
  strategy text not null default 'update' check (strategy in ('update', 'ignore')),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'canceled')),
  row_position int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  refused int not null default 0,
  error text,
  -- When it last moved: one that stands still is taken up again. failures: how often in a row it broke off.
  beat_at timestamptz not null,
  failures int not null default 0,
  created_by int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, id)
);
create index imports_open on imports (account_id, beat_at) where status in ('queued', 'running');
comment on table imports is 'tenant; feature imports';
select millrace_wall('imports');

-- Rows that were not taken, and why.
create table import_refusals (
  account_id int not null,
  import_id bigint not null,
  row_number int not null,
  line int not null,
  message text not null,
  row_values jsonb not null,
  primary key (account_id, import_id, row_number),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
comment on table import_refusals is 'tenant; feature imports';
select millrace_wall('import_refusals');
