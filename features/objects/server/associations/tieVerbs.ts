import { type House, notFound, type Tx } from '@millrace/kit/server'
import type { Association } from '../../contract/index.ts'
import { findKind, type Kind } from '../schemas/schemaRows.ts'
import { associate, dissociate, hold, type Pair } from './associate.ts'
import { type AssociationRow, defaultAssociation, findAssociation, hasSide, toAssociation } from './associationTypes.ts'
import { allTied, type Tied, tiedBy } from './readTies.ts'

/** One thing as an address names it. */
export type Thing = { objectName: string; id: number }

/** A tie as calls answer it. */
export type Tie = { association: Association; fromId: number; toId: number }

const held = async (tx: Tx, accountId: number, { schemaId }: Kind, id: number) => {
  if ((await hold(tx, accountId, schemaId, [id])).has(id)) return
  throw notFound(schemaId === null ? 'There is no such person.' : 'There is no such object.')
}

const pairOf = (row: AssociationRow, kind: Kind, id: number, targetId: number): Pair => {
  if (!hasSide(row, kind)) throw notFound('There is no such association.')
  return row.fromSchemaId === kind.schemaId ? { fromId: id, toId: targetId } : { fromId: targetId, toId: id }
}

const otherKind = ({ fromSchemaId, toSchemaId, toObject, fromObject }: AssociationRow, { schemaId }: Kind): Kind =>
  fromSchemaId === schemaId ? { schemaId: toSchemaId, name: toObject } : { schemaId: fromSchemaId, name: fromObject }

const tie = async (
  tx: Tx,
  house: House,
  accountId: number,
  {
    row,
    kind,
    id,
    targetId,
    replaces,
  }: { row: AssociationRow; kind: Kind; id: number; targetId: number; replaces: boolean },
): Promise<Tie> => {
  const pair = pairOf(row, kind, id, targetId)
  const both = [
    { kind, id },
    { kind: otherKind(row, kind), id: targetId },
  ].sort((a, b) => (a.kind.schemaId ?? 0) - (b.kind.schemaId ?? 0) || a.id - b.id)
  for (const each of both) await held(tx, accountId, each.kind, each.id)
  await associate(tx, house, accountId, row.id, [pair], replaces ? 'replace' : 'refuse')
  return { association: toAssociation(row), ...pair }
}

/** Ties two things together by an association; 409 where a side that holds one only is taken, unless it gives way. */
export const tieTogether = (
  house: House,
  accountId: number,
  { objectName, id }: Thing,
  { associationId, targetId, replaces }: { associationId: number; targetId: number; replaces: boolean },
): Promise<Tie> =>
  house.db.account(accountId, async (tx) => {
    const kind = await findKind(tx, house, accountId, objectName)
    const row = await findAssociation(tx, accountId, associationId)
    return tie(tx, house, accountId, { row, kind, id, targetId, replaces })
  })

/** Ties two things together by the default association of their kinds, which is made where there is none. */
export const tieByDefault = (
  house: House,
  accountId: number,
  { objectName, id }: Thing,
  target: Thing & { replaces: boolean },
): Promise<Tie> =>
  house.db.account(accountId, async (tx) => {
    const kind = await findKind(tx, house, accountId, objectName)
    const other = await findKind(tx, house, accountId, target.objectName)
    const row = await defaultAssociation(tx, house, accountId, kind, other)
    return tie(tx, house, accountId, { row, kind, id, targetId: target.id, replaces: target.replaces })
  })

/** Cuts a tie; 404 where there is none. */
export const cutTie = (
  house: House,
  accountId: number,
  { objectName, id }: Thing,
  { associationId, targetId }: { associationId: number; targetId: number },
): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    const kind = await findKind(tx, house, accountId, objectName)
    const row = await findAssociation(tx, accountId, associationId)
    const pair = pairOf(row, kind, id, targetId)
    // Between two of the same kind it does not matter from which of them one looks.
    const pairs = row.fromSchemaId === row.toSchemaId ? [pair, { fromId: targetId, toId: id }] : [pair]
    if (!(await dissociate(tx, house, accountId, associationId, pairs)).length) throw notFound('They are not tied.')
  })

/** What something is tied to, by association; 404 where it is not there. */
export const listTies = (house: House, accountId: number, { objectName, id }: Thing): Promise<Tied[]> =>
  house.db.account(accountId, async (tx) => {
    const kind = await findKind(tx, house, accountId, objectName)
    await held(tx, accountId, kind, id)
    return allTied(tx, accountId, kind, id)
  })

/** A page of what something is tied to by one association; 404 where either is not there. */
export const listTiedBy = (
  house: House,
  accountId: number,
  { objectName, id }: Thing,
  associationId: number,
  { limit = 100, offset = 0 }: { limit?: number; offset?: number },
): Promise<Tied & { hasMore: boolean }> =>
  house.db.account(accountId, async (tx) => {
    const kind = await findKind(tx, house, accountId, objectName)
    await held(tx, accountId, kind, id)
    const row = await findAssociation(tx, accountId, associationId)
    const tied = await tiedBy(tx, accountId, row, kind, id, { limit, offset })
    return { ...tied, hasMore: offset + tied.objects.length < tied.total }
  })
