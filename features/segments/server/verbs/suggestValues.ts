import { type House, likeHolding } from '@millrace/kit/server'
import { loadDictionary } from '../loadDictionary.ts'
import { kindNamed } from '../rules/checkKinds.ts'

/** How many of the newest are looked at. */
const SAMPLE = 20_000

const OF_PEOPLE = `select p.fields -> $2 as json from people p where p.account_id = $1 and p.archived_at is null
    order by p.created_at desc, p.id desc limit ${SAMPLE}`

const OF_OBJECTS = `select o.fields -> $2 as json from objects o
    where o.account_id = $1 and o.schema_id = $4 and o.archived_at is null
    order by o.created_at desc, o.id desc limit ${SAMPLE}`

// The values that the newest have in a field, each element of a list by itself.
const valuesOf = (newest: string) => `select v.value, count(*) as count
  from (${newest}) as s
  cross join lateral (
    select e.json #>> '{}' as value
    from jsonb_array_elements(case jsonb_typeof(s.json) when 'array' then s.json else jsonb_build_array(s.json) end) as e(json)
  ) as v
  where v.value <> '' and v.value ilike $3
  group by v.value order by count(*) desc, v.value limit 30`

/** The values that people, or objects of a kind, have in a field of the account's own, for those who build conditions. */
export const suggestValues = (
  house: House,
  accountId: number,
  { field, query = '', objectName }: { field: string; query?: string | undefined; objectName?: string | undefined },
) =>
  house.db.system(async (tx) => {
    const { kind } = kindNamed(objectName, await loadDictionary(tx, accountId, house.clock.now()))
    const values = [accountId, field, likeHolding(query)]
    return tx.rows<{ value: string; count: number }>(
      valuesOf(kind === null ? OF_PEOPLE : OF_OBJECTS),
      kind === null ? values : [...values, kind],
    )
  })
