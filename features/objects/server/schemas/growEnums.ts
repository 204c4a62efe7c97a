import type { Tx } from '@millrace/kit/server'
import type { FieldRule } from '@millrace/people/server'

/** Most choices that a field has. */
const MOST_CHOICES = 500

/** Adds choices to a field that are not there yet, as long as there is room. */
const GROW = `
update object_fields f set enum_values = f.enum_values || coalesce((
    select jsonb_agg(u.value order by u.place) from jsonb_array_elements($4::jsonb) with ordinality as u(value, place)
    where not f.enum_values @> jsonb_build_array(u.value)), '[]')
where f.account_id = $1 and f.schema_id = $2 and f.name = $3 and f.may_grow_enum and jsonb_typeof(f.enum_values) = 'array'
  and jsonb_array_length(f.enum_values) < ${MOST_CHOICES}`

type Taken = { fields: ReadonlyMap<string, unknown>; refusal?: string }

const isChoice = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** Makes values choices of their fields where those take new ones, in the order of the fields' names. */
export const growEnums = async (
  tx: Tx,
  accountId: number,
  schemaId: number,
  rules: ReadonlyMap<string, FieldRule>,
  items: readonly Taken[],
): Promise<void> => {
  const growing = [...rules.values()].filter(({ mayGrowEnum, enumValues }) => mayGrowEnum && enumValues)
  for (const { name, enumValues } of growing.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const known = new Set<unknown>(enumValues)
    const given = items.flatMap(({ fields, refusal }) => (refusal === undefined ? [fields.get(name)].flat() : []))
    const fresh = [...new Set(given.filter(isChoice))].filter((value) => !known.has(value))
    if (fresh.length) await tx.run(GROW, [accountId, schemaId, name, JSON.stringify(fresh.slice(0, MOST_CHOICES))])
  }
}
