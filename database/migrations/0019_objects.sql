-- Things that are not people: companies and what an account defines for itself, and what is tied to what.

create table object_schemas (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  display_name_singular text not null,
  display_name_plural text not null,
  description text not null default '',
  -- The field that names an object on screens; the secondary ones stand beside it.
  primary_field text not null,
  secondary_fields text[] not null default '{}',
  searchable_fields text[] not null default '{}',
  is_built_in boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Being deleted: its objects go in the background, then the row.
  deleted_at timestamptz,
  primary key (account_id, id)
);
create unique index object_schemas_name on object_schemas (account_id, lower(name)) where deleted_at is null;
comment on table object_schemas is 'tenant; feature objects';
select millrace_wall('object_schemas');

create table object_fields (
  account_id int not null,
  schema_id bigint not null,
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
  created_at timestamptz not null,
  primary key (account_id, schema_id, name),
  constraint object_fields_schema foreign key (account_id, schema_id) references object_schemas (account_id, id) on delete cascade
);
comment on table object_fields is 'tenant; feature objects';
select millrace_wall('object_fields');

-- words: the external id and the values of the schema's searchable fields, for the search.
create table objects (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  schema_id bigint not null,
  external_id text,
  fields jsonb not null default '{}',
  words text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (account_id, id),
  constraint objects_schema foreign key (account_id, schema_id) references object_schemas (account_id, id) on delete cascade
) with (fillfactor = 85);
create unique index objects_external on objects (account_id, schema_id, external_id) where external_id is not null;
create index objects_schema_id on objects (account_id, schema_id, id);
create index objects_created on objects (account_id, schema_id, created_at desc, id desc) where archived_at is null;
create index objects_fields on objects using gin (account_id, schema_id, fields jsonb_path_ops);
create index objects_words on objects using gin (account_id, schema_id, words gin_trgm_ops);
comment on table objects is 'tenant; feature objects';
select millrace_wall('objects');

-- How two kinds of things can be tied together. A missing schema stands for people.
-- 1:1: one to each side; 1:M: a `to` belongs to one `from`; M:M: as many as there are.
create table association_types (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  type text not null check (type in ('1:1', '1:M', 'M:M')),
  from_schema_id bigint,
  to_schema_id bigint,
  is_default boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, id),
  constraint association_types_from foreign key (account_id, from_schema_id) references object_schemas (account_id, id) on delete cascade,
  constraint association_types_to foreign key (account_id, to_schema_id) references object_schemas (account_id, id) on delete cascade
);
create unique index association_types_default on association_types (
  account_id,
  least(coalesce(from_schema_id, 0), coalesce(to_schema_id, 0)),
  greatest(coalesce(from_schema_id, 0), coalesce(to_schema_id, 0))
) where is_default and deleted_at is null;
create index association_types_to_schema on association_types (account_id, to_schema_id);
create index association_types_from_schema on association_types (account_id, from_schema_id);
comment on table association_types is 'tenant; feature objects';
select millrace_wall('association_types');

-- from_id and to_id are ids of people or objects, as the association's type says. The single marks repeat its type, so that
-- the unique indexes hold it whoever writes at the same time.
create table associations (
  account_id int not null,
  association_id bigint not null,
  from_id bigint not null,
  to_id bigint not null,
  has_single_from boolean not null,
  has_single_to boolean not null,
  created_at timestamptz not null,
  primary key (account_id, association_id, from_id, to_id),
  constraint associations_type foreign key (account_id, association_id) references association_types (account_id, id) on delete cascade
);
create index associations_to on associations (account_id, association_id, to_id, from_id);
create unique index associations_single_from on associations (account_id, association_id, to_id) where has_single_from;
create unique index associations_single_to on associations (account_id, association_id, from_id) where has_single_to;
comment on table associations is 'tenant; feature objects';
select millrace_wall('associations');
