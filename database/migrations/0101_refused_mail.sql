-- Of what bounced, what the other server refused before it took it: that is not among what was accepted.
alter table mail_deltas add column refused int not null default 0;
alter table mail_quarters add column refused int not null default 0;
alter table mail_days add column refused int not null default 0;
alter table mail_months add column refused int not null default 0;

-- What the ledger still knows of earlier mail is added up like all that is counted.
insert into mail_deltas (account_id, at, email_id, flow_id, step_id, broadcast_id, variant_id, refused)
  select s.account_id, date_bin('15 minutes', s.bounced_at, timestamptz '2000-01-01 00:00Z') as slot, s.email_id, s.flow_id,
    s.step_id, s.broadcast_id, s.variant_id, count(*)
  from sends s
  where s.bounced_at is not null and s.accepted_at is null and s.reason_kind not in ('test', 'system')
  group by s.account_id, slot, s.email_id, s.flow_id, s.step_id, s.broadcast_id, s.variant_id;
