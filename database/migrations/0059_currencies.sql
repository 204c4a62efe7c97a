-- In which currency a field of money is kept; without one it is the account's (accounts.settings ->> 'currency'), or dollars.
alter table person_fields add column currency text;
alter table object_fields add column currency text;
