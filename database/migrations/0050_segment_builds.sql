-- Builds of segments by whole sets: one look at everybody, applied piece by piece, while changes go on.

-- Counts the looks of builds at everybody: what an earlier look found is not applied.
alter table segment_states add column build_look int not null default 0;

-- Who was judged for a segment while a build of it was going on. They were looked at later than the build looked, so it leaves
-- them alone. Empty where nothing is built.
create table segment_build_judged (
  account_id int not null,
  segment_id bigint not null,
  look int not null,
  -- A person, or an object where the segment is of objects.
  member_id bigint not null,
  primary key (account_id, segment_id, look, member_id),
  constraint segment_build_judged_segment foreign key (account_id, segment_id) references segments (account_id, id) on delete cascade
);
comment on table segment_build_judged is 'tenant; feature segments';
select millrace_wall('segment_build_judged');
