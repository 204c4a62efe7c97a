-- A pass through many steps writes a visit for each, so visits have two indexes, not three: the key keeps those of one run
-- together, and the step's index lists them as people leave. What is asked about a person goes by the person's runs.
alter table step_visits drop constraint step_visits_pkey;
alter table step_visits add constraint step_visits_pkey primary key (account_id, run_id, visit, left_at);
drop index step_visits_person;

-- Those who failed at a step stand among all who wait there.
create index flow_runs_failed on flow_runs (account_id, step_id, step_entered_at) where state = 3;
