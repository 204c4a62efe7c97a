-- no transaction
-- The index of events by name says in words of its own that it is one (`created_at > '-infinity'`), so that only statements that
-- say so too can use it. Those that look at what one person did were now and then planned with it, where statistics were
-- missing or spoke of other accounts, and read everybody's events for each person. Made month by month, as the one of machines.
create index if not exists events_by_name on only events (account_id, name_id, created_at) include (person_id)
  where created_at > '-infinity';

do $$
declare
  month record;
begin
  for month in
    select i.inhrelid::regclass as part, c.relname || '_by_name' as index
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'events'::regclass order by c.relname
  loop
    execute format(
      'create index if not exists %I on %s (account_id, name_id, created_at) include (person_id) where created_at > %L',
      month.index, month.part, '-infinity'
    );
    execute format('alter index events_by_name attach partition %I', month.index);
    commit;
  end loop;
end
$$;

drop index if exists events_name;
