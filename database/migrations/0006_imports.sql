-- Files of people on their way in.

-- Uploaded files, by the key that the upload address carries.
create table import_files (
  account_id int not null references accounts (id) on delete cascade,
  key text not null,
  file_name text not null default '',
  bytes bigint,
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
  mapping jsonb not null,
  tags text[] not null default '{}',
  strategy text not null default 'update' check (strategy in ('update', 'ignore')),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'canceled')),
  row_position int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  refused int not null default 0,
  error text,
  created_by int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, id)
);
comment on table imports is 'tenant; feature imports';
select millrace_wall('imports');

-- Rows that were not taken, and why.
create table import_refusals (
  account_id int not null,
  import_id bigint not null,
  line int not null,
  message text not null,
  row_values jsonb not null,
  primary key (account_id, import_id, line),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
comment on table import_refusals is 'tenant; feature imports';
select millrace_wall('import_refusals');
