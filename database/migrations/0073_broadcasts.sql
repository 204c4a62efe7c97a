-- Broadcasts: one mail to many, once.

create table broadcasts (
  account_id int not null references accounts (id) on delete cascade,
  id bigint not null generated always as identity,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'sent', 'canceled', 'failed', 'ab-testing', 'ab-test-sending-winner')),
  email_id bigint,
  -- Written over the email's own where the broadcast follows another one.
  subject text,
  segment_id bigint,
  send_at timestamptz,
  uses_zones boolean not null default false,
  -- When a scheduled one begins: where people's own time counts, as soon as the first of them may get it.
  starts_at timestamptz,
  follow_up jsonb,
  follow_up_at timestamptz,
  ab_test jsonb,
  -- The broadcast that this one follows.
  parent_id bigint,
  -- What goes out, variant by variant, as it was when it began: emails and what delivery pinned of them.
  email_ids bigint[] not null default '{}',
  variant_ids bigint[] not null default '{}',
  started_at timestamptz check (started_at = date_trunc('milliseconds', started_at, 'UTC')),
  frozen_to bigint not null default 0,
  frozen_at timestamptz,
  paused_at timestamptz,
  winner_due_at timestamptz,
  winner smallint,
  winner_picked_at timestamptz,
  winner_by text check (winner_by in ('open', 'click', 'hand')),
  ended_at timestamptz,
  problem text,
  people_entered int not null default 0,
  people_excluded int not null default 0,
  people_planned int not null default 0,
  people_exited int not null default 0,
  metric jsonb,
  metric_at timestamptz,
  archived_at timestamptz,
  revision int not null default 1,
  created_by int,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
) with (fillfactor = 70);
create index broadcasts_open on broadcasts (account_id, id)
  where status in ('scheduled', 'sending', 'ab-testing', 'ab-test-sending-winner') or follow_up_at is not null;
create index broadcasts_latest on broadcasts (account_id, updated_at desc, id desc);
comment on table broadcasts is 'tenant; feature broadcasts';
select millrace_wall('broadcasts');

-- Whom a broadcast found when it began: those who get it, and those who do not, with why.
create table broadcast_recipients (
  account_id int not null references accounts (id) on delete cascade,
  broadcast_id bigint not null,
  person_id bigint not null,
  -- Waits for the winner of the test.
  is_rest boolean not null default false,
  variant smallint not null default 0,
  why text,
  due_at timestamptz not null,
  planned_at timestamptz,
  primary key (account_id, broadcast_id, person_id)
) with (fillfactor = 80);
create index broadcast_recipients_due on broadcast_recipients (account_id, broadcast_id, is_rest, due_at, person_id)
  where planned_at is null and why is null;
create index broadcast_recipients_why on broadcast_recipients (account_id, broadcast_id, why, person_id) where why is not null;
comment on table broadcast_recipients is 'tenant; feature broadcasts';
select millrace_wall('broadcast_recipients');
