-- Rows of the ledger are found by their name (account_id, reason_at, id), and a broadcast's rows all have one reason_at. A
-- second index that begins with (account_id, reason_at) looks as good to the planner while the statistics are old, and
-- costs every batch a walk over the whole broadcast. Led by the person, the same uniqueness also lists a person's mail.
alter table sends drop constraint sends_once;
alter table sends add constraint sends_once
  unique (account_id, person_id, reason_at, email_id, reason_kind, reason_key);
drop index sends_person;
