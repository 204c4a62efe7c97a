-- What the canvas, sharing, versions and failing steps keep about flows.
alter table flows add column color text;
-- Moves with every edit of the flow, so that others who have it open notice.
alter table flows add column revision bigint not null default 0;
-- Links that were shared before it moved open nothing any more.
alter table flows add column shared_generation integer not null default 0;
alter table flows drop constraint flows_object_type_check;

-- A deleted step stays to be undone, so that counters, visits and "only once" are still about the same step.
alter table flow_steps add column deleted_at timestamptz;
alter table flow_steps add column revision bigint not null default 0;
-- What a step is known to give to those after it: a JSON schema with sample values.
alter table flow_steps add column output jsonb not null default '{}';
-- Why a step holds everybody who arrives, since when.
alter table flow_steps add column held_reason text;
alter table flow_steps add column held_since timestamptz;

-- The flow as it was drawn, with titles, places and notes; engine versions between two kept ones have none.
alter table flow_versions add column drawing jsonb;
alter table flow_versions add column name text;

-- What an edit did: parts before and after, by id.
alter table flow_edits add column diff jsonb;
alter table flow_edits drop constraint flow_edits_type_check;
alter table flow_edits add constraint flow_edits_type_check check (type in
  ('created', 'edited', 'activated', 'deactivated', 'archived', 'restored', 'version-restored', 'step-failed', 'step-retried', 'shared'));
