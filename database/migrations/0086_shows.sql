-- Conditions under which parts of a version are shown and that the database answers when it is sent, by the name that its
-- Liquid asks for: {"s1x…": {"type": "group", …}}.
alter table email_versions add column shows jsonb;
create index email_versions_shows on email_versions (account_id, email_id) where shows is not null;
