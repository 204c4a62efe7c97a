-- When that happened by which a pass began; written only where a step of the flow counts from there.
alter table flow_runs add column caused_at timestamptz;

-- Which variant of an A/B test a person got: the same one for ever.
create table step_variants (
  account_id int not null,
  step_id bigint not null,
  person_id bigint not null,
  variant text not null,
  assigned_at timestamptz not null,
  primary key (account_id, step_id, person_id)
);
-- Whoever is forgotten or becomes somebody else is found here.
create index step_variants_person on step_variants (account_id, person_id);
comment on table step_variants is 'tenant; feature flows';
select millrace_wall('step_variants');

-- How many notifications of a step an address got in an hour, and how many it was spared.
create table step_notices (
  account_id int not null,
  step_id bigint not null,
  address text not null,
  hour timestamptz not null,
  sent int not null default 0,
  spared int not null default 0,
  primary key (account_id, step_id, address, hour)
);
comment on table step_notices is 'tenant; feature flows';
select millrace_wall('step_notices');
