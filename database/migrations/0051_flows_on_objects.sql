-- Flows of companies and other objects beside flows of people.

-- What a flow takes: 0 are people, else the kind of objects (object_schemas.id), whose name stands in object_type. In everything
-- that flows keep of those who go through them (flow_runs, step_visits, flow_goals, flow_dates, flow_calls, step_variants,
-- flow_troubles), person_id names an object by the negative of its id, so that no person and no object are ever taken for
-- each other: see docs/decisions/0005.
alter table flows add column kind_id bigint not null default 0;
create index flows_of_kind on flows (account_id, kind_id) where kind_id > 0;
