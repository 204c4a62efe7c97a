-- Figures of mail by month: all time of many emails is read from these instead of from every day of each.
create table mail_months (
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
create index mail_months_time on mail_months (account_id, at);
create index mail_months_flow on mail_months (account_id, flow_id, at) where flow_id > 0;
create index mail_months_step on mail_months (account_id, step_id) where step_id > 0;
create index mail_months_broadcast on mail_months (account_id, broadcast_id, at) where broadcast_id > 0;
comment on table mail_months is 'tenant; feature delivery';
select millrace_wall('mail_months');

-- Whoever still adds to the days waits until the months are theirs too.
lock table mail_days in share mode;
insert into mail_months (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, accepted, delivered, opened, opens,
    bot_opens, clicked, clicks, bot_clicks, bounced, complained, unsubscribed, skipped, failed, replied)
  select d.account_id, date_trunc('month', d.at, 'UTC'), d.email_id, d.flow_id, d.step_id, d.broadcast_id, d.variant_id,
    sum(d.accepted), sum(d.delivered), sum(d.opened), sum(d.opens), sum(d.bot_opens), sum(d.clicked), sum(d.clicks),
    sum(d.bot_clicks), sum(d.bounced), sum(d.complained), sum(d.unsubscribed), sum(d.skipped), sum(d.failed), sum(d.replied)
  from mail_days d
  group by d.account_id, date_trunc('month', d.at, 'UTC'), d.email_id, d.flow_id, d.step_id, d.broadcast_id, d.variant_id;
