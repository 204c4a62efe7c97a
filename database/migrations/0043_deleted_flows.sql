-- A deleted flow is in no list; what people did in it stays in their histories.
alter table flows add column deleted_at timestamptz;
