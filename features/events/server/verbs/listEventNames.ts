import type { House } from '@millrace/kit/server'
import type { EventKind, EventName } from '../../contract/index.ts'
import type { PropertyType } from '../rules/propertyType.ts'

/** All names, the busiest first. */
const NAMES = `
select id, name, kind, label, description, total, created_at, last_seen_at from event_names
where account_id = $1 and ($2::text is null or kind = $2) order by account_id, total desc, id limit 2000`

/** The properties of all names. */
const PROPERTIES = `
select name_id, name, type, samples from event_props where account_id = $1 order by account_id, name_id, name`

type NameRow = Pick<EventName, 'id' | 'name' | 'kind' | 'label' | 'description' | 'total'> & {
  created_at: Date
  last_seen_at: Date | null
}
type PropertyRow = { name_id: number; name: string; type: PropertyType; samples: (string | number | boolean)[] }

/** The names that events were recorded under, with their properties. */
export const listEventNames = (house: House, accountId: number, kind?: EventKind): Promise<EventName[]> =>
  house.db.account(accountId, async (tx) => {
    const names = await tx.rows<NameRow>(NAMES, [accountId, kind ?? null])
    const properties = Map.groupBy(await tx.rows<PropertyRow>(PROPERTIES, [accountId]), (row) => row.name_id)
    return names.map(({ created_at, last_seen_at, ...name }) => ({
      ...name,
      createdAt: created_at.toISOString(),
      lastSeenAt: last_seen_at?.toISOString() ?? null,
      properties: (properties.get(name.id) ?? []).map(({ name_id: _nameId, ...property }) => property),
    }))
  })
