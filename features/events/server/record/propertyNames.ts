import type { Tx } from '@millrace/kit/server'
import { type PropertyType, propertyType } from '../rules/propertyType.ts'

/** What is known of the properties of a name. */
const READ = `select name_id, name, type, samples from event_props where account_id = $1 and name_id = any($2::bigint[])`

/** Keeps properties and samples; the first type stays. */
const WRITE = `
insert into event_props (account_id, name_id, name, type, samples)
select $1::int, u.name_id, u.name, u.type, u.samples
from unnest($2::bigint[], $3::text[], $4::text[], $5::jsonb[]) as u(name_id, name, type, samples)
on conflict (account_id, name_id, name) do update set samples = excluded.samples`

const MOST_SAMPLES = 20
const MOST_PROPERTIES = 200
const LONGEST_SAMPLE = 100
const DEEPEST = 2
/** Known properties are read again after this long: other processes learn too, and a rolled back write is forgotten. */
const FRESH_MS = 60_000

type Sample = string | number | boolean
type Known = { type: PropertyType; samples: Set<Sample>; isDirty: boolean }
type Properties = { readAt: number; byName: Map<string, Known>; dirty: number }

const isSample = (value: unknown): value is Sample =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length > 0 && value.length <= LONGEST_SAMPLE)

/** Learns which properties events of a name carry, at next to no cost once they are known. */
export class PropertyNames {
  private readonly byNameId = new Map<string, Properties>()

  private async load(tx: Tx, accountId: number, nameIds: readonly number[], now: number) {
    const stale = nameIds.filter((id) => now - (this.byNameId.get(`${accountId}:${id}`)?.readAt ?? 0) > FRESH_MS)
    if (!stale.length) return
    if (this.byNameId.size > 10_000) this.byNameId.clear()
    for (const id of stale) this.byNameId.set(`${accountId}:${id}`, { readAt: now, byName: new Map(), dirty: 0 })
    type Row = { name_id: number; name: string; type: PropertyType; samples: Sample[] }
    for (const row of await tx.rows<Row>(READ, [accountId, stale])) {
      const known = { type: row.type, samples: new Set(row.samples), isDirty: false }
      this.byNameId.get(`${accountId}:${row.name_id}`)?.byName.set(row.name, known)
    }
  }

  private note(properties: Properties, name: string, value: unknown, depth: number) {
    let known = properties.byName.get(name)
    if (!known) {
      const type = propertyType(value)
      if (!type || properties.byName.size >= MOST_PROPERTIES || name.length > 255) return
      known = { type, samples: new Set(), isDirty: true }
      properties.byName.set(name, known)
      properties.dirty++
    }
    if (known.type === 'object' && depth < DEEPEST && typeof value === 'object' && value !== null) {
      for (const [inner, part] of Object.entries(value)) this.note(properties, `${name}.${inner}`, part, depth + 1)
    } else if (known.samples.size < MOST_SAMPLES && isSample(value) && !known.samples.has(value)) {
      known.samples.add(value)
      if (!known.isDirty) properties.dirty++
      known.isDirty = true
    }
  }

  private takeDirty(accountId: number, nameIds: readonly number[]) {
    return [...nameIds]
      .sort((a, b) => a - b)
      .flatMap((nameId) => {
        const properties = this.byNameId.get(`${accountId}:${nameId}`)
        if (!properties?.dirty) return []
        properties.dirty = 0
        const rows = [...properties.byName].filter(([, known]) => known.isDirty).sort(([a], [b]) => (a < b ? -1 : 1))
        for (const [, known] of rows) known.isDirty = false
        return rows.map(([name, { type, samples }]) => ({ nameId, name, type, samples: JSON.stringify([...samples]) }))
      })
  }

  /** Takes note of the properties of events, and writes what is new. */
  async learn(
    tx: Tx,
    accountId: number,
    events: readonly { nameId: number; props: Record<string, unknown> | null | undefined }[],
    now: Date,
  ): Promise<void> {
    const nameIds = [...new Set(events.map(({ nameId }) => nameId))]
    await this.load(tx, accountId, nameIds, now.getTime())
    for (const { nameId, props } of events) {
      const properties = this.byNameId.get(`${accountId}:${nameId}`)
      if (properties && props) for (const name of Object.keys(props)) this.note(properties, name, props[name], 0)
    }
    const rows = this.takeDirty(accountId, nameIds)
    if (!rows.length) return
    const values = [
      accountId,
      rows.map((row) => row.nameId),
      rows.map((row) => row.name),
      rows.map((row) => row.type),
      rows.map((row) => row.samples),
    ]
    await tx.run(WRITE, values, 'event-props-write')
  }
}
