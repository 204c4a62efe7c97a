-- What imports did is written by the thousand, and checking each row's import cost as much as writing it. Whoever deletes an
-- import or an account deletes these rows with it.
alter table import_changes drop constraint import_changes_account_id_import_id_fkey;
alter table import_keys drop constraint import_keys_account_id_import_id_fkey;
