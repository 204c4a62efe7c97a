-- Mail of a broadcast that is kept back (hold) or ended (skip): what comes back from a worker later is treated alike.
create table mail_stops (
  account_id int not null,
  broadcast_id bigint not null,
  how text not null check (how in ('hold', 'skip')),
  primary key (account_id, broadcast_id)
);
comment on table mail_stops is 'tenant; feature delivery';
select millrace_wall('mail_stops');
-- What is paused while this is added stays so.
insert into mail_stops (account_id, broadcast_id, how)
  select distinct account_id, broadcast_id, 'hold' from sends
  where state = 'held' and why = 'broadcast paused' and broadcast_id > 0;
