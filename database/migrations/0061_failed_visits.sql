-- Failures are few among what happened: a flow's history tells of them alone without reading the rest.
create index step_visits_failed on step_visits (account_id, step_id, left_at) where error is not null;
