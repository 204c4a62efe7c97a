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
create table people (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  email text,
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
  primary key (account_id, id)
) with (fillfactor = 85);
create unique index people_email on people (account_id, lower(email)) where email is not null;
create unique index people_user on people (account_id, user_id) where user_id is not null;
create unique index people_anonymous on people (account_id, anonymous_id) where anonymous_id is not null;
create index people_created on people (account_id, created_at desc, id desc);
create index people_seen on people (account_id, last_seen_at desc nulls last, id desc);
create index people_tags on people using gin (account_id, tags);
create index people_fields on people using gin (account_id, fields jsonb_path_ops);
create index people_email_words on people using gin (account_id, email gin_trgm_ops);
comment on table people is 'tenant; feature people';
select millrace_wall('people');
