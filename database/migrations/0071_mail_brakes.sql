-- What holds mail back: rules of an account, throttles that all workers share, the warm-up of domains; and mail by API.

-- caps: at most so many mails in so many days; quiet: hours in which nobody is written to; control: who gets nothing, by lot;
-- throttle: mails a second; warm_up: whether new domains begin with few mails a day; hold_days: what is held for longer is skipped; keep_months: older mails of the ledger are forgotten.
create table mail_rules (
  account_id int not null references accounts (id) on delete cascade,
  caps jsonb not null default '[]',
  quiet jsonb,
  control jsonb,
  throttle jsonb not null default '{}',
  hold_days int not null default 7 check (hold_days between 1 and 90),
  keep_months int check (keep_months between 3 and 120),
  warm_up boolean not null default false,
  updated_at timestamptz not null,
  primary key (account_id)
);
comment on table mail_rules is 'tenant; feature delivery';
select millrace_wall('mail_rules');

-- Until when what a throttle lets through is spoken for. scope: '' the account, 'd:' and a domain where its mail goes to.
create table mail_throttles (
  account_id int not null,
  scope text not null,
  next_at timestamptz not null,
  primary key (account_id, scope)
);
comment on table mail_throttles is 'tenant; feature delivery';
select millrace_wall('mail_throttles');

-- Mails that a domain sent on a day of UTC while it warms up.
create table domain_days (
  account_id int not null,
  domain text not null,
  day date not null,
  sent int not null default 0,
  primary key (account_id, domain, day)
);
comment on table domain_days is 'tenant; feature delivery';
select millrace_wall('domain_days');

-- What was asked to be sent by API under a key of the caller's, so that asking again changes nothing; kept for seven days.
create table api_sends (
  account_id int not null references accounts (id) on delete cascade,
  key_hash bytea not null,
  request_hash bytea not null,
  reason_at timestamptz not null,
  send_id bigint not null,
  at timestamptz not null,
  primary key (account_id, key_hash)
);
create index api_sends_at on api_sends (at);
comment on table api_sends is 'tenant; feature delivery';
select millrace_wall('api_sends');

-- properties: what the caller of the API said of the mail: what it is filled with, whom it is from, how its links are marked.
alter table sends add column properties jsonb;

create index sends_held on sends (account_id, why, held_since) where state = 'held';
