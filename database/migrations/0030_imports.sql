-- Of the people whom taking an import back left: those who have become one with somebody else since.
alter table imports add column undo_merged int not null default 0;
