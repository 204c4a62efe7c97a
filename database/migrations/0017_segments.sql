-- How segments grew, and a way to forget old memberships.

-- Who entered and left a segment on a day of the account's calendar, and how many were in it when it ended. What a build
-- moved is not counted as entering or leaving: nobody did anything. A day without a row had no movement.
create table segment_days (
  account_id int not null,
  segment_id bigint not null,
  day date not null,
  entered bigint not null default 0,
  gone bigint not null default 0,
  size bigint not null,
  is_rebuilt boolean not null default false,
  primary key (account_id, segment_id, day),
  constraint segment_days_segment foreign key (account_id, segment_id) references segments (account_id, id) on delete cascade
) with (fillfactor = 70);
comment on table segment_days is 'tenant; feature segments';
select millrace_wall('segment_days');

-- Memberships that ended are forgotten after a while.
create index segment_members_left on segment_members (left_at, account_id) where left_at is not null;

-- Which objects other than people are in a segment since when; with left_at, which were in it until when.
create table segment_objects (
  account_id int not null,
  segment_id bigint not null,
  object_id bigint not null,
  entered_at timestamptz not null,
  left_at timestamptz,
  primary key (account_id, segment_id, object_id),
  constraint segment_objects_segment foreign key (account_id, segment_id) references segments (account_id, id) on delete cascade
);
create index segment_objects_object on segment_objects (account_id, object_id, segment_id);
create index segment_objects_current on segment_objects (account_id, segment_id, object_id) where left_at is null;
create index segment_objects_left on segment_objects (left_at, account_id) where left_at is not null;
comment on table segment_objects is 'tenant; feature segments';
select millrace_wall('segment_objects');
