-- Rows of designs that are kept to be used again in other emails.
create table saved_rows (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  -- The row as designs hold it.
  content jsonb not null,
  created_by int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
comment on table saved_rows is 'tenant; feature emails';
select millrace_wall('saved_rows');
