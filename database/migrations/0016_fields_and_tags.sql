-- Tags that change their names, and fields that are found by an index.

-- Names that tags had before they were renamed or became part of another: whoever still says one means that tag.
-- In lower case; no name stands here that a tag has now.
create table former_tag_names (
  account_id int not null,
  name text not null,
  tag_id bigint not null,
  since timestamptz not null,
  primary key (account_id, name),
  constraint former_tag_names_tag foreign key (account_id, tag_id) references tags (account_id, id) on delete cascade
);
create index former_tag_names_of on former_tag_names (account_id, tag_id);
comment on table former_tag_names is 'tenant; feature people';
select millrace_wall('former_tag_names');

-- The tag that this one becomes a part of, while its people are being given that one.
alter table tags add column merging_into bigint;

-- is_hot: an index answers conditions on this field. is_hot_wanted: a member asked for that.
alter table person_fields add column is_hot_wanted boolean not null default false;
