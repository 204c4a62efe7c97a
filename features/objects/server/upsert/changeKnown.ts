import type { House, Tx } from '@millrace/kit/server'
import { type NumberChange, reckonNumber } from '@millrace/people/server'
import { rulesOf } from '../schemas/schemaRows.ts'
import type { ObjectOptions } from './item.ts'
import { upsertObjects } from './upsertObjects.ts'

/** Fields of an object that is there. */
export type KnownObject = { objectId: number; fields: Record<string, unknown> }

/** A number of an object to be changed. */
export type ObjectNumberChange = Omit<NumberChange, 'personId'> & { objectId: number }

/** What became of it: nothing more, or why it could not be. */
export type Changed = { refusal?: string }

/** Locks objects that are there and not archived, in the order of their ids, and reads their fields as they are then. */
const HOLD = `select o.id, o.fields, o.schema_id as "schemaId", k.name as "objectName"
  from objects o join object_schemas k on k.account_id = $1 and k.id = o.schema_id
  where o.account_id = $1 and o.id = any($2::bigint[]) and o.archived_at is null order by o.account_id, o.id for update of o`

type Held = { id: number; fields: Record<string, unknown>; schemaId: number; objectName: string }

const GONE = 'It is not there any more.'
const OPTIONS: ObjectOptions = { source: 'flow', createFields: false, isPartial: true }
/** How many objects one write takes. */
const PIECE = 1_000

const hold = async (tx: Tx, accountId: number, ids: readonly number[]): Promise<Map<number, Held>> => {
  const rows = await tx.rows<Held>(HOLD, [accountId, [...new Set(ids)]])
  return new Map(rows.map((row) => [row.id, row]))
}

const write = async (
  tx: Tx,
  house: House,
  accountId: number,
  items: readonly KnownObject[],
  held: Map<number, Held>,
) => {
  const results = new Map<KnownObject, Changed>()
  const byKind = new Map<string, KnownObject[]>()
  for (const item of items) {
    const name = held.get(item.objectId)?.objectName
    if (name === undefined) results.set(item, { refusal: GONE })
    else byKind.set(name, [...(byKind.get(name) ?? []), item])
  }
  for (const [name, all] of byKind) {
    for (let from = 0; from < all.length; from += PIECE) {
      const piece = all.slice(from, from + PIECE)
      const asked = piece.map(({ objectId, fields }) => ({ id: objectId, fields }))
      const written = await upsertObjects(tx, house, accountId, name, asked, OPTIONS)
      for (const [index, item] of piece.entries()) results.set(item, written[index] ?? {})
    }
  }
  return items.map((item): Changed => results.get(item) ?? {})
}

/** Changes fields of objects that are there and not archived, of whatever kind; one result an item, in order. */
export const changeKnownObjects = async (
  tx: Tx,
  house: House,
  accountId: number,
  items: readonly KnownObject[],
): Promise<Changed[]> =>
  items.length
    ? write(
        tx,
        house,
        accountId,
        items,
        await hold(
          tx,
          accountId,
          items.map(({ objectId }) => objectId),
        ),
      )
    : []

/**
 * Changes numbers of objects by what they are at that moment: two who add to the same number at once lose nothing. An empty
 * field counts as 0. Answers one result an item, in order; what cannot be is a `refusal` and leaves the rest standing.
 */
export const changeObjectNumbers = async (
  tx: Tx,
  house: House,
  accountId: number,
  changes: readonly ObjectNumberChange[],
): Promise<Changed[]> => {
  if (!changes.length) return []
  const held = await hold(
    tx,
    accountId,
    changes.map(({ objectId }) => objectId),
  )
  const rules = new Map<number, Awaited<ReturnType<typeof rulesOf>>>()
  for (const { schemaId } of held.values())
    if (!rules.has(schemaId)) rules.set(schemaId, await rulesOf(tx, accountId, schemaId))
  const made = changes.map((change): KnownObject | Changed => {
    const known = held.get(change.objectId)
    if (!known) return { refusal: GONE }
    const rule = rules.get(known.schemaId)?.get(change.field)
    if (!rule) return { refusal: `${change.field}: there is no such field.` }
    const reckoned = reckonNumber(change, known.fields[change.field], rule)
    if ('refusal' in reckoned) return reckoned
    known.fields[change.field] = reckoned.value
    return { objectId: change.objectId, fields: { [change.field]: reckoned.value } }
  })
  const items = made.filter((one): one is KnownObject => 'objectId' in one)
  const written = (await write(tx, house, accountId, items, held)).values()
  return made.map((one) => ('objectId' in one ? (written.next().value ?? {}) : one))
}
