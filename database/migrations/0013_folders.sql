-- Folders of every kind of item, and what lies in them.

-- Each kind has a tree: a root, which holds what lies in no other folder, and the favorites, which hold things a second time.
-- Both are made when they are first needed.
create table folders (
  account_id int not null references accounts (id) on delete cascade,
  id uuid not null,
  folder_type text not null,
  role text not null default 'folder' check (role in ('root', 'favorites', 'folder')),
  parent_id uuid,
  name text not null,
  color text,
  is_expanded boolean not null default false,
  -- Where it stands among what its parent holds.
  place int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint folders_parent foreign key (account_id, parent_id) references folders (account_id, id) on delete cascade,
  constraint folders_has_parent check ((role = 'folder') = (parent_id is not null))
);
create unique index folders_once on folders (account_id, folder_type, role) where role <> 'folder';
create index folders_of on folders (account_id, folder_type, place);
create index folders_in on folders (account_id, parent_id);
comment on table folders is 'tenant; feature folders';
select millrace_wall('folders');

-- Where an item lies: in one folder, and in the favorites besides. An item without a row lies in the root.
create table folder_items (
  account_id int not null,
  folder_type text not null,
  item_id text not null,
  is_favorite boolean not null default false,
  folder_id uuid not null,
  place int not null default 0,
  primary key (account_id, folder_type, item_id, is_favorite),
  constraint folder_items_folder foreign key (account_id, folder_id) references folders (account_id, id) on delete cascade
);
create index folder_items_in on folder_items (account_id, folder_id, place);
comment on table folder_items is 'tenant; feature folders';
select millrace_wall('folder_items');
