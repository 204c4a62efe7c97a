-- no transaction
-- What was done with an email, latest first: who opened it, who clicked. Made month by month, so that whoever writes waits
-- for one month at the most; a start that was interrupted goes on with those missing.
create index if not exists events_mail on only events (account_id, name_id, left(props ->> 'emailId', 20), created_at, id)
  where props ? 'sendId';

do $$
declare
  month record;
begin
  for month in
    select i.inhrelid::regclass as part, c.relname || '_mail' as index
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'events'::regclass order by c.relname
  loop
    execute format(
      'create index if not exists %I on %s (account_id, name_id, left(props ->> %L, 20), created_at, id) where props ? %L',
      month.index, month.part, 'emailId', 'sendId'
    );
    execute format('alter index events_mail attach partition %I', month.index);
    commit;
  end loop;
end
$$;
