-- Why an email was refused, in words for those who write it. What was said before was said to administrators alone, and stays there.
alter table emails add column refused_why text not null default '';
