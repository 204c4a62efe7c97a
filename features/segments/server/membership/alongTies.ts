import type { Change } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import type { Side } from '../compile/association.ts'
import type { Kind } from '../compile/dictionary.ts'
import type { Path } from './paths.ts'

type Tie = { associationId: number; fromId: number; toId: number }

/** What changes are about: things by kind, and pairs that were tied or cut. */
export type Touched = { things: ReadonlyMap<Kind, ReadonlySet<number>>; ties: readonly Tie[] }

const OF_OBJECTS = /^object\./
const OF_SEGMENTS = /^segment\./
const OF_TIES = /^association\./

const numberIn = (data: Change['data'], name: string): number | undefined =>
  typeof data?.[name] === 'number' ? data[name] : undefined

/** Which things and pairs changes are about. */
export const touchedBy = (changes: readonly Change[]): Touched => {
  const things = new Map<Kind, Set<number>>()
  const ties: Tie[] = []
  const touch = (kind: Kind, id: number) => {
    const ids = things.get(kind) ?? new Set<number>()
    things.set(kind, ids.add(id))
  }
  for (const { kind, personId, ref, data } of changes) {
    const [schemaId, fromId, toId] = ['schemaId', 'fromId', 'toId'].map((name) => numberIn(data, name))
    const objectId = numberIn(data, 'objectId')
    if (OF_OBJECTS.test(kind) && schemaId !== undefined && ref !== null) touch(schemaId, ref)
    else if (OF_SEGMENTS.test(kind) && schemaId !== undefined && objectId !== undefined) touch(schemaId, objectId)
    else if (OF_TIES.test(kind) && ref !== null && fromId !== undefined && toId !== undefined) {
      ties.push({ associationId: ref, fromId, toId })
    } else if (personId !== null) touch(null, personId)
  }
  return { things, ties }
}

// Those on one side of an association who are tied to any of some things on the other.
const backSql = ({ own, other }: Side) => `select distinct a.${own} as id from associations a
  where a.account_id = $1::int and a.association_id = $2::bigint and a.${other} = any ($3::bigint[])`

const back = async (tx: Tx, accountId: number, side: Side, ids: readonly number[]): Promise<number[]> => {
  if (!ids.length) return []
  const rows = await tx.rows<{ id: number }>(backSql(side), [accountId, side.associationId, ids])
  return rows.map(({ id }) => id)
}

/** Those at the beginning of a path that leads to any of some things. */
export const backAlong = async (
  tx: Tx,
  accountId: number,
  path: Path,
  things: readonly number[],
): Promise<readonly number[]> => {
  let ids = things
  for (const side of path.toReversed()) ids = await back(tx, accountId, side, ids)
  return ids
}

/** Those at the beginning of a path whom changes at its end are about. */
export const subjectsAlong = async (
  tx: Tx,
  accountId: number,
  path: Path,
  { things, ties }: Touched,
): Promise<readonly number[]> => {
  const last = path.at(-1)
  if (!last) return []
  const tied = ties
    .filter(({ associationId }) => associationId === last.associationId)
    .map(({ fromId, toId }) => (last.own === 'from_id' ? fromId : toId))
  const touched = await back(tx, accountId, last, [...(things.get(last.otherKind) ?? [])])
  return backAlong(tx, accountId, path.slice(0, -1), [...new Set([...tied, ...touched])])
}
