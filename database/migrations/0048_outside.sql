-- What flows say to the outside and hear from it: calls of webhook steps, webhooks received, messages shown in applications.

-- A destination of an account's calls, and how it does. retry_at: nobody calls before then, because it did not answer or asked
-- for rest. per_minute and paced_until hold calls apart where a step says so.
create table call_hosts (
  account_id int not null references accounts (id) on delete cascade,
  host text not null,
  failures int not null default 0,
  retry_at timestamptz,
  opened_at timestamptz,
  per_minute int,
  paced_until timestamptz,
  primary key (account_id, host)
) with (fillfactor = 70);
comment on table call_hosts is 'tenant; feature flows';
select millrace_wall('call_hosts');

-- One call for one stay of a person at a step; tries of it carry the same key. A stay is told by its time, which a later
-- try of the step keeps.
-- state: 0 waits for due_at, 1 is being called (due_at: when another worker may take it over), 2 answered, 3 failed,
-- 4 failed and told: the next try of the step starts it anew.
create table flow_calls (
  account_id int not null,
  id bigint generated always as identity,
  flow_id bigint not null,
  step_id bigint not null,
  run_id bigint not null,
  stay_at timestamptz not null,
  person_id bigint not null,
  host text not null,
  request jsonb not null,
  state smallint not null default 0,
  attempts int not null default 0,
  due_at timestamptz,
  status int,
  reply jsonb,
  error text,
  created_at timestamptz not null,
  first_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, id),
  constraint flow_calls_once unique (account_id, run_id, step_id, stay_at)
) with (fillfactor = 80);
create index flow_calls_due on flow_calls (account_id, host, due_at) where state < 2;
create index flow_calls_step on flow_calls (account_id, step_id, id desc);
create index flow_calls_person on flow_calls (account_id, person_id);
create index flow_calls_gone on flow_calls (account_id, step_id, ended_at) where status = 410;
create index flow_calls_ended on flow_calls (account_id, ended_at) where state >= 2;
comment on table flow_calls is 'tenant; feature flows';
select millrace_wall('flow_calls');

-- The addresses of "Webhook received" steps: a new generation makes the addresses before it worthless.
create table flow_hooks (
  account_id int not null references accounts (id) on delete cascade,
  step_id bigint not null,
  generation int not null default 0,
  received bigint not null default 0,
  last_at timestamptz,
  primary key (account_id, step_id)
);
comment on table flow_hooks is 'tenant; feature flows';
select millrace_wall('flow_hooks');

-- What was delivered there. state: taken let a person in, kept came while the flow was off, refused could not be read (why).
create table hook_deliveries (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  step_id bigint not null,
  received_at timestamptz not null,
  delivery_key text,
  person_id bigint,
  state text not null check (state in ('taken', 'kept', 'refused')),
  why text,
  body jsonb,
  raw text,
  primary key (account_id, id)
);
create index hook_deliveries_step on hook_deliveries (account_id, step_id, id desc);
create index hook_deliveries_person on hook_deliveries (account_id, person_id) where person_id is not null;
create index hook_deliveries_old on hook_deliveries (account_id, received_at);
comment on table hook_deliveries is 'tenant; feature flows';
select millrace_wall('hook_deliveries');

-- Keys of deliveries, so that a sender that tries again is heard once.
create table hook_keys (
  account_id int not null references accounts (id) on delete cascade,
  step_id bigint not null,
  key text not null,
  at timestamptz not null,
  primary key (account_id, step_id, key)
);
create index hook_keys_old on hook_keys (account_id, at);
comment on table hook_keys is 'tenant; feature flows';
select millrace_wall('hook_keys');

-- Messages that wait for their reader inside the customer's own application.
create table in_app_messages (
  account_id int not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  person_id bigint not null,
  flow_id bigint not null,
  step_id bigint not null,
  run_id bigint not null,
  stay_at timestamptz not null,
  title text not null,
  body text not null,
  link text,
  created_at timestamptz not null,
  expires_at timestamptz,
  seen_at timestamptz,
  closed_at timestamptz,
  primary key (account_id, id),
  constraint in_app_messages_once unique (account_id, run_id, step_id, stay_at)
);
create index in_app_messages_person on in_app_messages (account_id, person_id, id desc);
comment on table in_app_messages is 'tenant; feature flows';
select millrace_wall('in_app_messages');
