-- When an image was taken out of its library: its bytes go a month later, where nothing shows it any more.
alter table image_files add column removed_at timestamptz;
create index image_files_removed on image_files (removed_at) where removed_at is not null;
