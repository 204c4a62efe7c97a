-- What came back of mail, each told once: bounces, complaints, replies, arrivals, by mail or by a provider's call. Kept for 30
-- days, which is for how long somebody may tell it again.
create table mail_reports (
  account_id int not null,
  key text not null,
  at timestamptz not null,
  primary key (account_id, key)
);
create index mail_reports_at on mail_reports (at);
comment on table mail_reports is 'tenant; feature delivery';
select millrace_wall('mail_reports');

-- replied_at: when the first reply came that a person wrote.
alter table sends add column replied_at timestamptz;
