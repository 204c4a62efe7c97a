import type { House, Tx } from '@millrace/kit/server'
import { associate, type Pair, recordTies } from './associate.ts'
import { type AssociationRow, allAssociations } from './associationTypes.ts'

/** Cuts everything that ties things on the `from` side of associations. */
const CUT_FROM = `
delete from associations where account_id = $1 and association_id = $2 and from_id = any($3::bigint[])
returning from_id as "fromId", to_id as "toId"`

/** Cuts everything that ties things on the `to` side of associations. */
const CUT_TO = `
delete from associations where account_id = $1 and association_id = $2 and to_id = any($3::bigint[])
returning from_id as "fromId", to_id as "toId"`

const cut = async (
  tx: Tx,
  accountId: number,
  row: AssociationRow,
  schemaId: number | null,
  ids: readonly number[],
): Promise<Pair[]> => [
  ...(row.fromSchemaId === schemaId ? await tx.rows<Pair>(CUT_FROM, [accountId, row.id, ids]) : []),
  ...(row.toSchemaId === schemaId ? await tx.rows<Pair>(CUT_TO, [accountId, row.id, ids]) : []),
]

/** Cuts whatever ties things of a kind (null: people), and records it. */
export const cutAllOf = async (
  tx: Tx,
  house: House,
  accountId: number,
  schemaId: number | null,
  ids: readonly number[],
): Promise<void> => {
  for (const row of await allAssociations(tx, accountId)) {
    const pairs = await cut(tx, accountId, row, schemaId, ids)
    await recordTies(tx, house, accountId, row, 'association.removed', pairs)
  }
}

/** Ties to people what others were tied to whom they are now; where an association allows one only, what they have stays. */
export const moveToPeople = async (
  tx: Tx,
  house: House,
  accountId: number,
  moves: ReadonlyMap<number, number>,
): Promise<void> => {
  const old = [...moves.keys()]
  const now = (id: number) => moves.get(id) ?? id
  for (const row of await allAssociations(tx, accountId)) {
    if (row.fromSchemaId !== null && row.toSchemaId !== null) continue
    const pairs = await cut(tx, accountId, row, null, old)
    if (!pairs.length) continue
    await recordTies(tx, house, accountId, row, 'association.removed', pairs)
    const moved = pairs.map(({ fromId, toId }) => ({
      fromId: row.fromSchemaId === null ? now(fromId) : fromId,
      toId: row.toSchemaId === null ? now(toId) : toId,
    }))
    const others = moved.filter(({ fromId, toId }) => row.fromSchemaId !== row.toSchemaId || fromId !== toId)
    await associate(tx, house, accountId, row.id, others, 'leave')
  }
}
