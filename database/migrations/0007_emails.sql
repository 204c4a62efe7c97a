-- What is written: emails, their versions, and the images in them.

-- version: the saved version, the one that is sent; a higher one in email_versions is a draft.
create table emails (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  version int not null default 1,
  selected_version int,
  is_standalone boolean not null default true,
  is_transactional boolean not null default false,
  is_ai_generated boolean not null default false,
  can_spam_compliance text not null default 'approved'
    check (can_spam_compliance in ('approved', 'pending', 'rejected', 'manually_approved')),
  communication_category_id bigint,
  preview_image text,
  archived_at timestamptz,
  created_by int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create index emails_updated on emails (account_id, updated_at desc, id desc);
comment on table emails is 'tenant; feature emails';
select millrace_wall('emails');

-- An email as it was at one time. html is what the server made of state; Liquid stands in it unprocessed.
create table email_versions (
  account_id int not null,
  email_id bigint not null,
  version int not null,
  is_draft boolean not null default false,
  restored_from int,
  type text not null default 'HTML' check (type in ('HTML', 'text')),
  subject text not null default '',
  preheader text not null default '',
  from_name text not null default '',
  from_email text not null default '',
  reply_name text not null default '',
  reply_email text not null default '',
  cc text not null default '',
  bcc text not null default '',
  editor_type text not null default 'unlayer' check (editor_type in ('richtext', 'unlayer', 'visual', 'preview')),
  state jsonb,
  html text not null default '',
  saved_by int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, email_id, version),
  constraint email_versions_email foreign key (account_id, email_id) references emails (account_id, id) on delete cascade
);
comment on table email_versions is 'tenant; feature emails';
select millrace_wall('email_versions');

-- The bytes lie in the data folder under their key.
create table images (
  account_id int not null references accounts (id) on delete cascade,
  key text not null,
  name text not null,
  content_type text not null,
  bytes int not null,
  width int,
  height int,
  uploaded_by int not null default 0,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index images_created on images (account_id, created_at desc, key);
comment on table images is 'tenant; feature emails';
select millrace_wall('images');
