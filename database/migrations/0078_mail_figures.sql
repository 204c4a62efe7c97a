-- Figures of mail by quarters of an hour (every time zone's days are made of those) and by days in UTC, which long stretches
-- are read from; also by broadcast and by way of sending. The row with email_id 0 counts all mail of the account. What is
-- counted is written down beside them first, a row of its own each time, and added up a moment later: the many who open
-- one mail at once do not wait for each other.
create table mail_quarters (
  account_id int not null,
  at timestamptz not null,
  email_id bigint not null,
  flow_id bigint not null,
  step_id bigint not null,
  broadcast_id bigint not null,
  variant_id bigint not null,
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
  replied int not null default 0,
  primary key (account_id, email_id, at, flow_id, step_id, broadcast_id, variant_id)
);
create index mail_quarters_time on mail_quarters (account_id, at);
create index mail_quarters_flow on mail_quarters (account_id, flow_id, at) where flow_id > 0;
create index mail_quarters_broadcast on mail_quarters (account_id, broadcast_id, at) where broadcast_id > 0;
comment on table mail_quarters is 'tenant; feature delivery';
select millrace_wall('mail_quarters');

create table mail_days (
  account_id int not null,
  at timestamptz not null,
  email_id bigint not null,
  flow_id bigint not null,
  step_id bigint not null,
  broadcast_id bigint not null,
  variant_id bigint not null,
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
  replied int not null default 0,
  primary key (account_id, email_id, at, flow_id, step_id, broadcast_id, variant_id)
);
create index mail_days_time on mail_days (account_id, at);
create index mail_days_flow on mail_days (account_id, flow_id, at) where flow_id > 0;
create index mail_days_step on mail_days (account_id, step_id) where step_id > 0;
create index mail_days_broadcast on mail_days (account_id, broadcast_id, at) where broadcast_id > 0;
comment on table mail_days is 'tenant; feature delivery';
select millrace_wall('mail_days');

create table mail_deltas (
  account_id int not null,
  id bigint not null generated always as identity,
  at timestamptz not null,
  email_id bigint not null,
  flow_id bigint not null,
  step_id bigint not null,
  broadcast_id bigint not null,
  variant_id bigint not null,
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
  replied int not null default 0,
  primary key (account_id, id)
);
comment on table mail_deltas is 'tenant; feature delivery';
select millrace_wall('mail_deltas');

-- Clicks by link, likewise.
create table link_quarters (
  account_id int not null,
  at timestamptz not null,
  link_id bigint not null,
  email_id bigint not null,
  flow_id bigint not null,
  step_id bigint not null,
  broadcast_id bigint not null,
  variant_id bigint not null,
  clicked int not null default 0,
  clicks int not null default 0,
  bot_clicks int not null default 0,
  primary key (account_id, email_id, at, link_id, flow_id, step_id, broadcast_id, variant_id)
);
create index link_quarters_time on link_quarters (account_id, at);
comment on table link_quarters is 'tenant; feature delivery';
select millrace_wall('link_quarters');

create table link_deltas (
  account_id int not null,
  id bigint not null generated always as identity,
  at timestamptz not null,
  link_id bigint not null,
  email_id bigint not null,
  flow_id bigint not null,
  step_id bigint not null,
  broadcast_id bigint not null,
  variant_id bigint not null,
  clicked int not null default 0,
  clicks int not null default 0,
  bot_clicks int not null default 0,
  primary key (account_id, id)
);
comment on table link_deltas is 'tenant; feature delivery';
select millrace_wall('link_deltas');

-- What was counted by the hour.
insert into mail_quarters (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, accepted, delivered, opened, opens, bot_opens, clicked, clicks, bot_clicks, bounced, complained, unsubscribed, skipped, failed)
  select account_id, hour, email_id, flow_id, step_id, 0, 0, accepted, delivered, opened, opens, bot_opens, clicked, clicks, bot_clicks, bounced, complained, unsubscribed, skipped, failed from email_hours;
insert into mail_quarters (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, accepted, delivered, opened, opens, bot_opens, clicked, clicks, bot_clicks, bounced, complained, unsubscribed, skipped, failed)
  select account_id, hour, 0, 0, 0, 0, 0, sum(accepted), sum(delivered), sum(opened), sum(opens), sum(bot_opens), sum(clicked), sum(clicks), sum(bot_clicks), sum(bounced), sum(complained), sum(unsubscribed), sum(skipped), sum(failed) from email_hours group by account_id, hour;
insert into mail_days (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, accepted, delivered, opened, opens, bot_opens, clicked, clicks, bot_clicks, bounced, complained, unsubscribed, skipped, failed)
  select account_id, date_trunc('day', at, 'UTC'), email_id, flow_id, step_id, broadcast_id, variant_id, sum(accepted), sum(delivered), sum(opened), sum(opens), sum(bot_opens), sum(clicked), sum(clicks), sum(bot_clicks), sum(bounced), sum(complained), sum(unsubscribed), sum(skipped), sum(failed) from mail_quarters
  group by account_id, date_trunc('day', at, 'UTC'), email_id, flow_id, step_id, broadcast_id, variant_id;
insert into link_quarters (account_id, at, link_id, email_id, flow_id, step_id, broadcast_id, variant_id, clicked, clicks, bot_clicks)
  select account_id, hour, link_id, email_id, flow_id, step_id, 0, 0, clicked, clicks, bot_clicks from link_hours;
drop table email_hours;
drop table link_hours;
