-- Where an entry came from and who made it; the list is read newest first.
alter table suppressions
  add column source text not null default 'mail' check (source in ('mail', 'page', 'member', 'import', 'api')),
  add column member_id integer not null default 0;
create index suppressions_latest on suppressions (account_id, at desc, address, reason);

-- Temporary failures of an address; where they go on for days it counts as gone.
create table soft_bounces (
  account_id integer not null references accounts (id) on delete cascade,
  address text not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, address)
);
comment on table soft_bounces is 'tenant; feature preferences';
select millrace_wall('soft_bounces');

-- A choice that waits for its confirming click counts as no until then.
alter table category_choices add column is_asked boolean not null default false;

-- Who was asked to confirm, and when the answer came: the proof of a consent.
create table opt_ins (
  account_id integer not null references accounts (id) on delete cascade,
  person_id bigint not null,
  category_id bigint not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, person_id, category_id)
);
comment on table opt_ins is 'tenant; feature preferences';
select millrace_wall('opt_ins');
