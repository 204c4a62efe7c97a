-- No statement asks it: conditions read the one field that they name, and fields that are asked about much have indexes of their
-- own. Each change of a person wrote it anew.
drop index people_fields;
