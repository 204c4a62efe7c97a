import { recordChanges } from '@millrace/kit/jobs'
import { conflict, type House, type Tx } from '@millrace/kit/server'
import { type AssociationRow, findAssociation } from './associationTypes.ts'

/** Two things that are tied together: ids of people or objects, as the association says. */
export type Pair = { fromId: number; toId: number }

/** What happens where a side is taken that can hold one only: refuse all, leave it, or take its place. */
export type WhereTaken = 'refuse' | 'leave' | 'replace'

/** One writer at a time for an association that allows one on a side. */
const LOCK = `select pg_advisory_xact_lock(hashtext('objects.associate'), hashtext($1::text || '.' || $2::text))`

/** Locks objects that are there against being deleted. */
const HOLD_OBJECTS = `
select o.id from objects o where o.account_id = $1 and o.schema_id = $2 and o.id = any($3::bigint[])
order by o.account_id, o.id for key share`

/** Locks people that are there against being erased. */
const HOLD_PEOPLE = `
select p.id from people p where p.account_id = $1 and p.id = any($2::bigint[]) order by p.account_id, p.id for key share`

/** Ties pairs that are free to be tied; answers which it tied. */
const TIE = `
insert into associations (account_id, association_id, from_id, to_id, has_single_from, has_single_to, created_at)
select $1::int, $2::bigint, u.from_id, u.to_id, $3, $4, $5
from unnest($6::bigint[], $7::bigint[]) as u(from_id, to_id)
order by u.from_id, u.to_id
on conflict do nothing returning from_id as "fromId", to_id as "toId"`

/** Which of these pairs are tied. */
const TIED = `
select a.from_id as "fromId", a.to_id as "toId" from unnest($3::bigint[], $4::bigint[]) as u(from_id, to_id)
join associations a on a.from_id = u.from_id and a.to_id = u.to_id where a.account_id = $1 and a.association_id = $2`

/** Cuts what stands in the way of pairs: another one at a side that holds one only. */
const MAKE_ROOM = `
delete from associations a using unnest($3::bigint[], $4::bigint[]) as u(from_id, to_id)
where a.account_id = $1 and a.association_id = $2 and (a.from_id, a.to_id) <> (u.from_id, u.to_id)
  and ((a.has_single_to and a.from_id = u.from_id) or (a.has_single_from and a.to_id = u.to_id))
returning a.from_id as "fromId", a.to_id as "toId"`

/** Cuts pairs; answers which were tied. */
const CUT = `
delete from associations a using unnest($3::bigint[], $4::bigint[]) as u(from_id, to_id)
where a.account_id = $1 and a.association_id = $2 and a.from_id = u.from_id and a.to_id = u.to_id
returning a.from_id as "fromId", a.to_id as "toId"`

const keyOf = ({ fromId, toId }: Pair) => `${fromId}-${toId}`

const columns = (pairs: readonly Pair[]) => [pairs.map(({ fromId }) => fromId), pairs.map(({ toId }) => toId)]

/** Records that pairs were tied or cut; people among them are named, so that segments ask about them. */
export const recordTies = (
  tx: Tx,
  house: House,
  accountId: number,
  association: AssociationRow,
  kind: 'association.added' | 'association.removed',
  pairs: readonly Pair[],
): Promise<void> => {
  const { id: ref, fromSchemaId, toSchemaId, fromObject, toObject } = association
  const changes = pairs.flatMap(({ fromId, toId }) => {
    const news = (personId: number | null) => ({
      kind,
      personId,
      ref,
      data: { fromId, toId, fromObject, toObject, fromSchemaId, toSchemaId },
    })
    if (fromSchemaId !== null || toSchemaId !== null)
      return [news(fromSchemaId === null ? fromId : toSchemaId === null ? toId : null)]
    return fromId === toId ? [news(fromId)] : [news(fromId), news(toId)]
  })
  return recordChanges(tx, house, accountId, changes)
}

/** The ids of people (null) or of objects of a kind that are there, held until the end of the transaction. */
export const hold = async (tx: Tx, accountId: number, schemaId: number | null, ids: readonly number[]) => {
  const rows =
    schemaId === null
      ? await tx.rows<{ id: number }>(HOLD_PEOPLE, [accountId, ids])
      : await tx.rows<{ id: number }>(HOLD_OBJECTS, [accountId, schemaId, ids])
  return new Set(rows.map(({ id }) => id))
}

/** People are held before objects, objects in the order of their kinds: nobody waits in a circle. */
const thoseThere = async (tx: Tx, accountId: number, row: AssociationRow, pairs: readonly Pair[]): Promise<Pair[]> => {
  const from = pairs.map(({ fromId }) => fromId)
  const to = pairs.map(({ toId }) => toId)
  if (row.fromSchemaId === row.toSchemaId) {
    const there = await hold(tx, accountId, row.fromSchemaId, [...from, ...to])
    return pairs.filter(({ fromId, toId }) => there.has(fromId) && there.has(toId))
  }
  const isFromFirst = (row.fromSchemaId ?? 0) < (row.toSchemaId ?? 0)
  const first = isFromFirst ? await hold(tx, accountId, row.fromSchemaId, from) : undefined
  const toThere = await hold(tx, accountId, row.toSchemaId, to)
  const fromThere = first ?? (await hold(tx, accountId, row.fromSchemaId, from))
  return pairs.filter(({ fromId, toId }) => fromThere.has(fromId) && toThere.has(toId))
}

const single = (type: AssociationRow['type']) => [type !== 'M:M', type === '1:1']

const taken = ({ type, fromObject, toObject }: AssociationRow) =>
  conflict(
    type === '1:1'
      ? `One of them is tied already: this association allows one ${fromObject} and one ${toObject} together.`
      : `It is tied already: this association allows one ${fromObject} for each ${toObject}.`,
  )

/**
 * Ties pairs together; what is tied already stays. Answers which pairs are new. Pairs with somebody or something that is
 * not there are left out.
 */
export const associate = async (
  tx: Tx,
  house: House,
  accountId: number,
  associationId: number,
  pairs: readonly Pair[],
  whereTaken: WhereTaken = 'refuse',
): Promise<Pair[]> => {
  if (!pairs.length) return []
  const row = await findAssociation(tx, accountId, associationId)
  const there = await thoseThere(tx, accountId, row, pairs)
  if (!there.length) return []
  if (row.type !== 'M:M') await tx.rows(LOCK, [accountId, associationId])
  if (whereTaken === 'replace' && row.type !== 'M:M') {
    const gone = await tx.rows<Pair>(MAKE_ROOM, [accountId, associationId, ...columns(there)])
    await recordTies(tx, house, accountId, row, 'association.removed', gone)
  }
  const values = [accountId, associationId, ...single(row.type), house.clock.now(), ...columns(there)]
  const tied = await tx.rows<Pair>(TIE, values)
  if (whereTaken === 'refuse' && tied.length < there.length) {
    const all = await tx.rows<Pair>(TIED, [accountId, associationId, ...columns(there)])
    const known = new Set(all.map(keyOf))
    if (there.some((pair) => !known.has(keyOf(pair)))) throw taken(row)
  }
  await recordTies(tx, house, accountId, row, 'association.added', tied)
  return tied
}

/** Cuts pairs; answers which were tied. */
export const dissociate = async (
  tx: Tx,
  house: House,
  accountId: number,
  associationId: number,
  pairs: readonly Pair[],
): Promise<Pair[]> => {
  if (!pairs.length) return []
  const row = await findAssociation(tx, accountId, associationId)
  const cut = await tx.rows<Pair>(CUT, [accountId, associationId, ...columns(pairs)])
  await recordTies(tx, house, accountId, row, 'association.removed', cut)
  return cut
}
