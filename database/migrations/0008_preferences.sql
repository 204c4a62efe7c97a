-- What people want to hear about, and the addresses that must not be written to.

create table communication_categories (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  description text not null default '',
  type text not null default 'marketing' check (type in ('marketing', 'transactional')),
  is_default boolean not null default false,
  is_archived boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index communication_categories_default on communication_categories (account_id) where is_default;
comment on table communication_categories is 'tenant; feature preferences';
select millrace_wall('communication_categories');

-- A person's word on a category; no row means nothing was said.
create table category_choices (
  account_id int not null,
  person_id bigint not null,
  category_id bigint not null,
  choice text not null check (choice in ('optIn', 'optOut')),
  at timestamptz not null,
  primary key (account_id, person_id, category_id)
);
comment on table category_choices is 'tenant; feature preferences';
select millrace_wall('category_choices');

-- Addresses, in lower case, that get no marketing mail whoever they belong to.
create table suppressions (
  account_id int not null references accounts (id) on delete cascade,
  address text not null,
  reason text not null check (reason in ('bounced', 'complained', 'manual', 'unsubscribed')),
  detail text not null default '',
  at timestamptz not null,
  primary key (account_id, address, reason)
);
comment on table suppressions is 'tenant; feature preferences';
select millrace_wall('suppressions');

-- Texts of the preferences page that an account changed.
create table preference_texts (
  account_id int not null references accounts (id) on delete cascade,
  value jsonb not null default '{}',
  updated_at timestamptz not null,
  primary key (account_id)
);
comment on table preference_texts is 'tenant; feature preferences';
select millrace_wall('preference_texts');
