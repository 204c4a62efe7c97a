-- Pieces of text that emails share. `key` is what Liquid calls a snippet by; it stays when the snippet is renamed.
create table snippets (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  key text not null,
  name text not null,
  description text not null default '',
  content text not null,
  type text not null check (type in ('HTML', 'text')),
  html text not null default '',
  editor jsonb,
  tags text[] not null default '{}',
  is_ai_generated boolean not null default false,
  preview_image text,
  -- Snippets that this one shows, as emails keep them.
  snippet_refs text[] not null default '{}',
  archived_at timestamptz,
  created_by int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, key)
);
comment on table snippets is 'tenant; feature emails';
select millrace_wall('snippets');

-- Snippets that a version shows, by key (`footer`) or by id (`#12`).
alter table email_versions add column snippet_refs text[] not null default '{}';

-- Widths in which an image is kept beside its own, smallest first.
alter table images add column sizes int[] not null default '{}';
