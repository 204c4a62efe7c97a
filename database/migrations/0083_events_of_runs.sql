-- event_id: the event that began the pass, which happened at caused_at; its mails show what it says.
alter table flow_runs add column event_id bigint;
