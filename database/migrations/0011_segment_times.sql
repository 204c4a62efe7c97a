-- Reading times out of texts, several times faster than as one expression with a regular expression for the calendar.
-- A text that is a calendar date or a time (ISO 8601; without an offset in the given time zone); null for everything else.
-- Never fails. Step by step and not as one expression: a search over many people reads each text once.
create or replace function millrace_time(value jsonb, zone text) returns timestamptz language plpgsql stable parallel safe as $$
declare
  words text;
  form text;
  month text;
  day text;
  shift text;
begin
  if jsonb_typeof(value) is distinct from 'string' then return null; end if;
  words := value #>> '{}';
  if length(words) > 40 then return null; end if;
  form := translate(words, '123456789T', '000000000 ');
  if form not in ('0000-00-00', '0000-00-00 00:00:00Z', '0000-00-00 00:00:00.000Z', '0000-00-00 00:00', '0000-00-00 00:00:00')
    and form !~ '^0000-00-00 00:00(:00(\.0{1,9})?)?(Z|[-+]00(:?00)?)?$' then return null;
  end if;
  month := substr(words, 6, 2);
  day := substr(words, 9, 2);
  if left(words, 4) = '0000' or month not between '01' and '12' or day not between '01' and '31' then return null; end if;
  if day > '28' then
    if month = '02' and not (day = '29' and left(words, 4)::int % 4 = 0
      and (left(words, 4)::int % 100 <> 0 or left(words, 4)::int % 400 = 0)) then return null; end if;
    if day = '31' and month in ('04', '06', '09', '11') then return null; end if;
  end if;
  if length(words) = 10 then return words::timestamp at time zone zone; end if;
  if substr(words, 12, 2) > '23' or substr(words, 15, 2) > '59' or (substr(words, 17, 1) = ':' and substr(words, 18, 2) > '59')
    then return null;
  end if;
  if right(words, 1) = 'Z' then return words::timestamptz; end if;
  shift := substring(substr(words, 17) from '[-+]([0-9:]+)$');
  if shift is null then return words::timestamp at time zone zone; end if;
  if left(shift, 2) > '14' or (length(shift) > 2 and right(shift, 2) > '59') then return null; end if;
  return words::timestamptz;
end $$;
