-- Bytes of images lie in the database, so that every machine of an installation shows them and a backup holds them.
-- What is public to whoever has the key is asked for by the key alone: no account is known then.
create table image_files (
  key text primary key,
  -- Empty for files of before whose library row was removed.
  account_id int references accounts (id) on delete cascade,
  bytes int not null check (bytes > 0),
  created_at timestamptz not null
);
create index image_files_account on image_files (account_id);
comment on table image_files is 'local; feature emails';

create table image_parts (
  key text not null references image_files (key) on delete cascade,
  part int not null,
  bytes bytea not null,
  primary key (key, part)
);
-- Images are packed already.
alter table image_parts alter column bytes set storage external;
comment on table image_parts is 'local; feature emails';

-- The version that an email's small picture shows.
alter table emails add column preview_version int not null default 0;

-- Since when an administrator keeps an account's mail back.
alter table accounts add column mail_paused_at timestamptz;

-- What administrators of the installation did to accounts.
create table admin_acts (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  member_id int not null,
  act text not null,
  data jsonb not null default '{}',
  primary key (account_id, id)
);
comment on table admin_acts is 'reference; feature accounts';
