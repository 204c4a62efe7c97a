-- Messages shown in applications: their button, what became of them, and how they do by step.

alter table in_app_messages add column button text, add column clicked_at timestamptz;
update in_app_messages set expires_at = created_at + interval '30 days' where expires_at is null;
alter table in_app_messages alter column expires_at set not null;
create index in_app_messages_step on in_app_messages (account_id, step_id, id desc);
create index in_app_messages_old on in_app_messages (account_id, expires_at);

-- How messages of a step did, kept when the messages are forgotten.
create table in_app_counts (
  account_id int not null references accounts (id) on delete cascade,
  step_id bigint not null,
  made bigint not null default 0,
  seen bigint not null default 0,
  clicked bigint not null default 0,
  closed bigint not null default 0,
  primary key (account_id, step_id)
) with (fillfactor = 50);
comment on table in_app_counts is 'tenant; feature flows';
select millrace_wall('in_app_counts');

-- A new generation makes the secret worthless with which an account's application signed its users before.
create table in_app_secrets (
  account_id int not null references accounts (id) on delete cascade,
  generation int not null default 0,
  primary key (account_id)
);
comment on table in_app_secrets is 'tenant; feature flows';
select millrace_wall('in_app_secrets');
