-- Through whom an account's mail leaves.

-- An account without a row uses the installation's first provider. sealed: its own credentials at the provider; null: those of the installation. is_used: whether its mail leaves by this one; at most one does, and credentials of the others are kept.
create table mail_providers (
  account_id int not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('ses', 'sendgrid')),
  sealed text,
  is_used boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, kind)
);
create unique index mail_providers_used on mail_providers (account_id) where is_used;
comment on table mail_providers is 'tenant; feature delivery';
select millrace_wall('mail_providers');
