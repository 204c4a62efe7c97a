-- Which edit came after which, so that whoever has the flow open is told what others did since.
alter table flow_edits add column revision bigint;

-- Who has a flow open, in which tab, at which step. Told anew every few seconds, so a crash may forget it.
create unlogged table flow_presence (
  account_id integer not null,
  flow_id bigint not null,
  client text not null,
  member_id integer not null,
  step_id bigint,
  seen_at timestamptz not null,
  constraint flow_presence_pkey primary key (account_id, flow_id, client),
  constraint flow_presence_flow foreign key (account_id, flow_id) references flows (account_id, id) on delete cascade
);
comment on table flow_presence is 'tenant; feature flows';
select millrace_wall('flow_presence');
