-- no transaction
-- Opens and clicks by machines, which count for nobody: all events less these are what people did, told by two indexes without
-- a row being read. Made month by month, so that whoever writes waits for one month at the most (PostgreSQL makes indexes of
-- partitioned tables concurrently neither as a whole nor in a block); a start that was interrupted goes on with those missing.
create index if not exists events_machine on only events (account_id, name_id, created_at) include (person_id)
  where props @> '{"isBot": true}';

do $$
declare
  month record;
begin
  for month in
    select i.inhrelid::regclass as part, c.relname || '_machine' as index
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'events'::regclass order by c.relname
  loop
    execute format(
      'create index if not exists %I on %s (account_id, name_id, created_at) include (person_id) where props @> %L',
      month.index, month.part, '{"isBot": true}'
    );
    execute format('alter index events_machine attach partition %I', month.index);
    commit;
  end loop;
end
$$;
