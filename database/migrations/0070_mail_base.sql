-- What broadcasts, providers and the brakes of sending keep in the ledger.

-- broadcast_id: the broadcast that a mail belongs to; variant_id: the way in which its email goes out (mail_variants).
-- event_id, event_at: what the person did that the mail is about. held_since: since when the mail waits for somebody's word.
-- delivered_at, bounced_at, complained_at: what came back later. provider: who took the mail.
alter table sends add column broadcast_id bigint not null default 0;
alter table sends add column variant_id bigint not null default 0;
alter table sends add column event_id bigint;
alter table sends add column event_at timestamptz;
alter table sends add column held_since timestamptz;
alter table sends add column delivered_at timestamptz;
alter table sends add column bounced_at timestamptz;
alter table sends add column complained_at timestamptz;
alter table sends add column provider smallint not null default 0;

-- held: waits for somebody's word (a paused broadcast, a blocked account) and is due at no time. What waits for a time of day
-- stays planned, with a later time.
alter table sends drop constraint sends_state_check;
alter table sends add constraint sends_state_check check (state in ('planned', 'held', 'claimed', 'attempting', 'accepted',
  'delivered', 'bounced', 'complained', 'skipped', 'failed', 'uncertain'));

create index sends_broadcast on sends (account_id, broadcast_id, state) where broadcast_id > 0;

-- One way in which an email goes out, never changed: its version and what differs from it. 0 in the ledger: as it is saved.
create table mail_variants (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  email_id bigint not null,
  -- Null: whichever version is saved when the mail leaves.
  email_version int,
  subject text,
  preheader text,
  from_name text,
  from_email text,
  hash bytea not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  constraint mail_variants_once unique (account_id, email_id, hash)
);
comment on table mail_variants is 'tenant; feature delivery';
select millrace_wall('mail_variants');
