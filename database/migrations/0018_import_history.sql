-- Imports that are tried first, paused, and taken back.

-- purpose: a check reads the file as the import would and writes no people.
alter table imports add column purpose text not null default 'import' constraint imports_purpose check (purpose in ('import', 'check'));
-- The check that an import was started from: once only.
alter table imports add column check_id bigint;
alter table imports add column has_header boolean not null default true;
alter table imports add column delimiter text;
-- Bytes and lines of the file that are dealt with, where they are known; without them row_position is counted out again.
alter table imports add column byte_position bigint;
alter table imports add column line_position int not null default 1;
-- Of a check: rows about somebody who stands further up in the file.
alter table imports add column repeated int not null default 0;
-- Why rows were refused: [{ reason, count, line }], the most frequent kinds.
alter table imports add column reasons jsonb not null default '[]';
-- Rows a second, lately.
alter table imports add column speed int not null default 0;
-- Whether what it did is written down, so that it can be taken back.
alter table imports add column keeps_history boolean not null default false;
-- How far taking back is: the last person, and what became of them.
alter table imports add column undo_position bigint not null default 0;
alter table imports add column undo_total int not null default 0;
alter table imports add column undo_removed int not null default 0;
alter table imports add column undo_restored int not null default 0;
alter table imports add column undo_kept int not null default 0;
alter table imports drop constraint imports_status_check;
alter table imports add constraint imports_status check (status in ('queued', 'running', 'paused', 'done', 'failed', 'canceled', 'undoing', 'undone'));
drop index imports_open;
create index imports_open on imports (account_id, beat_at) where status in ('queued', 'running', 'undoing');
create unique index imports_check on imports (account_id, check_id) where check_id is not null;

-- What an import did to each person, until it can no longer be taken back.
-- before, after: fields that it changed, by name. tags: ids of tags that it put on. written_at: when it wrote last.
-- kept_why: why taking back left (something of) the person as it is.
create table import_changes (
  account_id int not null,
  import_id bigint not null,
  person_id bigint not null,
  is_created boolean not null,
  was_archived boolean not null default false,
  before jsonb,
  after jsonb,
  tags bigint[] not null default '{}',
  written_at timestamptz not null,
  kept_why text,
  primary key (account_id, import_id, person_id),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
comment on table import_changes is 'tenant; feature imports';
select millrace_wall('import_changes');

-- Whom a running check has seen so far, as hashes of what tells people apart.
create table import_keys (
  account_id int not null,
  import_id bigint not null,
  hash bigint not null,
  primary key (account_id, import_id, hash),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
comment on table import_keys is 'tenant; feature imports';
select millrace_wall('import_keys');
