import type { House } from '@millrace/kit/server'

/** How many of the newest people are looked at. */
const SAMPLE = 20_000

// The values that the newest people have in a field, each element of a list by itself.
const VALUES = `select v.value, count(*) as count
  from (
    select p.fields -> $2 as json from people p where p.account_id = $1 and p.archived_at is null
    order by p.created_at desc, p.id desc limit ${SAMPLE}
  ) as s
  cross join lateral (
    select e.json #>> '{}' as value
    from jsonb_array_elements(case jsonb_typeof(s.json) when 'array' then s.json else jsonb_build_array(s.json) end) as e(json)
  ) as v
  where v.value <> '' and v.value ilike $3
  group by v.value order by count(*) desc, v.value limit 30`

/** The values that people have in a field of the account's own, for those who build conditions. */
export const suggestValues = (
  house: House,
  accountId: number,
  { field, query = '' }: { field: string; query?: string },
) =>
  house.db.system((tx) =>
    tx.rows<{ value: string; count: number }>(VALUES, [
      accountId,
      field,
      `%${query.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
    ]),
  )
