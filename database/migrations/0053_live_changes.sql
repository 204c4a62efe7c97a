-- Changes that are written many at once stand back behind the others of their account.
alter table changes add column is_bulk boolean not null default false;
create index changes_live on changes (account_id, id) where not is_bulk;
