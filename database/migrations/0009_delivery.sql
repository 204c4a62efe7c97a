-- The send ledger, who may be written from, what readers did, and the built-in mailbox.

-- One row is one mail to one person for one reason, and the row is the truth.
-- person_id and email_id are 0 where the mail has none (system mail); account 0 is the installation itself.
-- lane: 0 transactional, test and system mail, 1 flows, 2 broadcasts.
create table sends (
  account_id int not null,
  -- Whole milliseconds: rows are named by it in programs that know no finer time.
  reason_at timestamptz not null check (reason_at = date_trunc('milliseconds', reason_at, 'UTC')),
  id bigint generated always as identity,
  person_id bigint not null default 0,
  email_id bigint not null default 0,
  reason_kind text not null check (reason_kind in ('flow', 'broadcast', 'test', 'api', 'system')),
  reason_key text not null,
  flow_id bigint not null default 0,
  step_id bigint not null default 0,
  lane smallint not null default 1,
  is_transactional boolean,
  state text not null default 'planned' check (state in ('planned', 'claimed', 'attempting', 'accepted', 'delivered',
    'bounced', 'complained', 'skipped', 'failed', 'uncertain')),
  due_at timestamptz not null,
  attempts smallint not null default 0,
  claimed_by text,
  to_address text,
  from_address text,
  subject text,
  email_version int,
  message_id text,
  why text,
  reply text,
  content jsonb,
  created_at timestamptz not null,
  attempted_at timestamptz,
  accepted_at timestamptz,
  ended_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  unsubscribed_at timestamptz,
  opens int not null default 0,
  clicks int not null default 0,
  bot_opens int not null default 0,
  bot_clicks int not null default 0,
  primary key (account_id, reason_at, id),
  constraint sends_once unique (account_id, reason_at, person_id, email_id, reason_kind, reason_key)
) partition by range (reason_at);
create index sends_due on sends (account_id, lane, due_at) where state = 'planned';
create index sends_claimed on sends (account_id, claimed_by) where state in ('claimed', 'attempting');
create index sends_unresolved on sends (account_id, reason_at desc) where state = 'uncertain';
create index sends_person on sends (account_id, person_id, reason_at desc);
create table sends_other partition of sends default;
comment on table sends is 'tenant; feature delivery; partitioned monthly by reason_at';
select millrace_wall('sends');

-- Workers that send, with their last sign of life; rows held by a silent one are taken up by the others.
create table workers (
  id text primary key,
  machine text not null,
  pid int not null,
  journal text not null default '',
  started_at timestamptz not null,
  seen_at timestamptz not null
);
comment on table workers is 'local; feature delivery';

-- Addresses that links in mail lead to; a click can reach nothing that is not here or signed.
create table email_links (
  account_id int not null,
  id bigint generated always as identity,
  email_id bigint not null,
  url text not null,
  url_hash bytea not null,
  primary key (account_id, id),
  constraint email_links_once unique (account_id, email_id, url_hash)
);
comment on table email_links is 'tenant; feature delivery';
select millrace_wall('email_links');

-- First click of each link of each mail.
create table send_clicks (
  account_id int not null,
  reason_at timestamptz not null,
  send_id bigint not null,
  link_id bigint not null,
  at timestamptz not null,
  is_bot boolean not null default false,
  primary key (account_id, reason_at, send_id, link_id)
);
comment on table send_clicks is 'tenant; feature delivery';
select millrace_wall('send_clicks');

-- Figures for reports, kept when things happen. opened and clicked count mails once and people only;
-- opens and clicks count every request of people, bot_* those of machines.
create table email_hours (
  account_id int not null,
  hour timestamptz not null,
  email_id bigint not null,
  flow_id bigint not null,
  step_id bigint not null,
  accepted int not null default 0,
  delivered int not null default 0,
  opened int not null default 0,
  opens int not null default 0,
  bot_opens int not null default 0,
  clicked int not null default 0,
  clicks int not null default 0,
  bot_clicks int not null default 0,
  bounced int not null default 0,
  complained int not null default 0,
  unsubscribed int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  primary key (account_id, hour, email_id, flow_id, step_id)
);
create index email_hours_email on email_hours (account_id, email_id, hour);
create index email_hours_flow on email_hours (account_id, flow_id, hour);
comment on table email_hours is 'tenant; feature delivery';
select millrace_wall('email_hours');

create table link_hours (
  account_id int not null,
  hour timestamptz not null,
  email_id bigint not null,
  link_id bigint not null,
  flow_id bigint not null,
  step_id bigint not null,
  clicked int not null default 0,
  clicks int not null default 0,
  bot_clicks int not null default 0,
  primary key (account_id, hour, email_id, link_id, flow_id, step_id)
);
comment on table link_hours is 'tenant; feature delivery';
select millrace_wall('link_hours');

create table sender_addresses (
  account_id int not null references accounts (id) on delete cascade,
  email text not null,
  status text not null default 'pending' check (status in ('pending', 'verified')),
  data jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, email)
);
comment on table sender_addresses is 'tenant; feature delivery';
select millrace_wall('sender_addresses');

-- Domains with their signing keys (sealed); records: what DNS was last seen to say.
create table sender_domains (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  domain text not null,
  status text not null default 'pending' check (status in ('pending', 'verified', 'failed')),
  selector text not null,
  rsa_key text not null,
  rsa_public text not null,
  ed_key text,
  ed_public text,
  records jsonb not null default '[]',
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  checked_at timestamptz,
  primary key (account_id, id),
  constraint sender_domains_once unique (account_id, domain)
);
comment on table sender_domains is 'tenant; feature delivery';
select millrace_wall('sender_domains');

-- What the built-in receiver took; account 0 where no send is known.
create table mailbox_mails (
  account_id int not null,
  id bigint generated always as identity,
  received_at timestamptz not null,
  message_id text not null default '',
  send_reason_at timestamptz,
  send_id bigint,
  mail_from text not null,
  rcpt_to text[] not null,
  from_header text not null default '',
  to_header text not null default '',
  subject text not null default '',
  snippet text not null default '',
  size int not null,
  raw bytea not null,
  read_at timestamptz,
  primary key (account_id, id)
);
create index mailbox_mails_received on mailbox_mails (account_id, received_at desc, id desc);
create index mailbox_mails_message on mailbox_mails (account_id, message_id);
comment on table mailbox_mails is 'tenant; feature delivery';
select millrace_wall('mailbox_mails');
