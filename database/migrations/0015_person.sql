-- People who turned out to be the same, and people who asked to be forgotten.

-- Ids, addresses and user ids that people no longer carry because two of them became one: they still find the person.
-- Anonymous ids stand in person_aliases.
create table person_former_keys (
  account_id int not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('id', 'email', 'userId')),
  key text not null,
  person_id bigint not null,
  at timestamptz not null,
  primary key (account_id, kind, key)
);
create index person_former_keys_person on person_former_keys (account_id, person_id);
comment on table person_former_keys is 'tenant; feature people';
select millrace_wall('person_former_keys');

-- That a person was erased, by whom and when. Nothing in it tells who it was: address_hash is keyed by the installation's secret.
create table person_erasures (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  member_id int not null default 0,
  address_hash text,
  removed jsonb not null default '{}',
  primary key (account_id, id)
);
create index person_erasures_hash on person_erasures (account_id, address_hash);
comment on table person_erasures is 'tenant; feature people';
select millrace_wall('person_erasures');

-- Addresses of erased people, as hashes: they get no mail, and nobody can tell from here which they are.
create table suppressed_hashes (
  account_id int not null references accounts (id) on delete cascade,
  address_hash text not null,
  at timestamptz not null,
  primary key (account_id, address_hash)
);
comment on table suppressed_hashes is 'tenant; feature preferences';
select millrace_wall('suppressed_hashes');
