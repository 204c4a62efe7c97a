import type { Tx } from '@millrace/kit/server'
import type { EventKind } from '../../contract/index.ts'

/** Names by kind and text. `is_settled`: the row is committed for good, so its id may be remembered. */
const FIND = `
select n.id, n.kind, n.name,
  n.xmin::text::bigint < (pg_snapshot_xmin(pg_current_snapshot())::text::bigint & 4294967295) as is_settled
from event_names n join unnest($2::text[], $3::text[]) as u(kind, name) on u.kind = n.kind and u.name = n.name
where n.account_id = $1`

/** Makes names that nobody has made meanwhile. */
const MAKE = `
insert into event_names (account_id, kind, name, created_at)
select $1::int, u.kind, u.name, $4 from unnest($2::text[], $3::text[]) as u(kind, name)
on conflict (account_id, kind, name) do nothing`

const MOST_REMEMBERED = 50_000

/** What a name is known by. */
export type NameKey = { kind: EventKind; name: string }

const textOf = ({ kind, name }: NameKey) => `${kind}\u0000${name}`

type Found = NameKey & { id: number; is_settled: boolean }

/** Ids of event names, remembered in the process once they are committed. */
export class NameIds {
  private readonly remembered = new Map<string, number>()

  private async find(tx: Tx, accountId: number, keys: readonly NameKey[], found: Map<string, number>) {
    const values = [accountId, keys.map(({ kind }) => kind), keys.map(({ name }) => name)]
    for (const row of await tx.rows<Found>(FIND, values)) {
      found.set(textOf(row), row.id)
      if (!row.is_settled) continue
      if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear()
      this.remembered.set(`${accountId}\u0000${textOf(row)}`, row.id)
    }
  }

  /** The id of each name; makes those that are missing. */
  async of(tx: Tx, accountId: number, wanted: readonly NameKey[], now: Date): Promise<(key: NameKey) => number> {
    const found = new Map<string, number>()
    const missing = new Map<string, NameKey>()
    for (const key of wanted) {
      const text = textOf(key)
      const id = this.remembered.get(`${accountId}\u0000${text}`)
      if (id === undefined) missing.set(text, { kind: key.kind, name: key.name })
      else found.set(text, id)
    }
    const keys = [...missing.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
    if (keys.length) await this.find(tx, accountId, keys, found)
    const unknown = keys.filter((key) => !found.has(textOf(key)))
    if (unknown.length) {
      const values = [accountId, unknown.map(({ kind }) => kind), unknown.map(({ name }) => name), now]
      await tx.run(MAKE, values, 'event-names-make')
      await this.find(tx, accountId, unknown, found)
    }
    return (key) => found.get(textOf(key)) ?? 0
  }
}
