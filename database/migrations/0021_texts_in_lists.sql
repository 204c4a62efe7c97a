-- Whether a list holds one of some texts, which are given in lower case. A function and not a sub-select, because PostgreSQL
-- plans no parallel workers over a sub-select that looks at the row outside.
create function millrace_lists(list jsonb, wanted text[]) returns boolean language sql immutable parallel safe
return exists (select from jsonb_array_elements(list) as element (value) where lower(element.value #>> '{}') = any (wanted));
