-- Parameters that links of mails got when they left: the same parameters once for an account, never changed.
create table link_utms (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  utms jsonb not null,
  hash bytea not null,
  primary key (account_id, id),
  constraint link_utms_once unique (account_id, hash)
);
comment on table link_utms is 'tenant; feature delivery';
select millrace_wall('link_utms');

-- Readings of mails that may be a machine's: a moment later it is known, and only then they are counted and told.
-- kind: 0 an opening, 1 a click, 2 the link that only machines follow. reader: who asked, so that it can be recognized and not read.
create table click_waits (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  reason_at timestamptz not null,
  send_id bigint not null,
  kind smallint not null,
  link_id bigint not null default 0,
  url text not null default '',
  proxy text,
  reader text not null default '',
  at timestamptz not null,
  primary key (account_id, id)
);
create index click_waits_send on click_waits (account_id, send_id);
comment on table click_waits is 'tenant; feature delivery';
select millrace_wall('click_waits');
