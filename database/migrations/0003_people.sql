-- People, their tags and the fields that describe them.

create table person_fields (
  account_id int not null references accounts (id) on delete cascade,
  name text not null,
  title text not null,
  type text not null default 'string' check (type in ('string', 'number', 'boolean', 'integer', 'any')),
  format text check (format in ('date', 'date-time')),
  display_type text not null default 'text',
  description text not null default '',
  tooltip text not null default '',
  icon text,
  created_by text not null default 'user',
  is_read_only boolean not null default false,
  is_array boolean not null default false,
  enum_values jsonb,
  enum_names jsonb,
  may_grow_enum boolean not null default false,
  can_map_from boolean not null default true,
  is_first_class boolean not null default false,
  is_hot boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, name)
);
comment on table person_fields is 'tenant; feature people';
select millrace_wall('person_fields');

create table tags (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  description text not null default '',
  color text not null default '#f44336',
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index tags_name on tags (account_id, lower(name));
comment on table tags is 'tenant; feature people';
select millrace_wall('tags');

-- fields: by field name; email, userId and the times stand in columns of their own. tags: ids of tags.
-- email is kept in lower case, so that finding by it is a plain comparison.
create table people (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  email text check (email = lower(email)),
  user_id text,
  anonymous_id text,
  fields jsonb not null default '{}',
  tags bigint[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_seen_at timestamptz,
  unsubscribed_at timestamptz,
  unsubscribe_reason text,
  archived_at timestamptz,
  timezone text,
  is_anonymous boolean not null generated always as (email is null and user_id is null) stored,
  primary key (account_id, id)
) with (fillfactor = 85);
create unique index people_email on people (account_id, email) where email is not null;
create unique index people_user on people (account_id, user_id) where user_id is not null;
create unique index people_anonymous on people (account_id, anonymous_id) where anonymous_id is not null;
-- The list: newest first, without the archived; counts and far jumps read this index alone.
create index people_created on people (account_id, created_at desc, id desc) include (is_anonymous) where archived_at is null;
create index people_archived on people (account_id, archived_at desc, id desc) where archived_at is not null;
create index people_tags on people using gin (account_id, tags);
create index people_fields on people using gin (account_id, fields jsonb_path_ops);
create index people_email_words on people using gin (account_id, email gin_trgm_ops);
create index people_name_words on people using gin (account_id, (
  coalesce(fields ->> 'name', '') || ' ' || coalesce(fields ->> 'firstName', '') || ' ' ||
  coalesce(fields ->> 'lastName', '') || ' ' || coalesce(user_id, '')
) gin_trgm_ops);
-- last_seen_at has no index on purpose: it moves with every event, and the row stays where it is on its page.
comment on table people is 'tenant; feature people';
select millrace_wall('people');

-- Further anonymous ids of a person: other devices, and those of people who turned out to be the same.
create table person_aliases (
  account_id int not null references accounts (id) on delete cascade,
  anonymous_id text not null,
  person_id bigint not null,
  primary key (account_id, anonymous_id)
);
create index person_aliases_person on person_aliases (account_id, person_id);
comment on table person_aliases is 'tenant; feature people';
select millrace_wall('person_aliases');
