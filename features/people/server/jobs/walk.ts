import { refused, type Tx } from '@millrace/kit/server'
import type { PeopleJobKind, Selection } from '../../contract/index.ts'
import { declaredMatches } from '../verbs/search/declared.ts'
import { matchOf, matchSql } from '../verbs/search/match.ts'

/** People of a segment with ids above `after`, in the order of their ids; the segments feature knows. */
export type PeopleOfSegment = (
  tx: Tx,
  accountId: number,
  segmentId: number,
  after: number,
  limit: number,
) => Promise<number[]>

/** A way through a selection in the order of ids. */
export type Walk = { kind: PeopleJobKind; selection: Selection; after: number; upTo: number; limit: number }

/** The next people of a walk. `last`: how far it came, 0 at its end. */
export type Stretch = { ids: number[]; last: number }

/** Archived people can only be brought back; everything else is done to those that a list shows. */
const wantsArchived = ({ kind, selection }: Pick<Walk, 'kind' | 'selection'>) =>
  kind === 'restore' || (kind !== 'archive' && selection.archived === true)

/** SQL over `people p` for those of `all`, with what is searched for as `$n`. */
export const filterOf = (
  wanted: Pick<Walk, 'kind' | 'selection'>,
  parameter: string,
  declared: readonly string[] = [],
) => {
  const { query, ignoreAnonymous } = wanted.selection
  const match = query ? matchOf(query) : undefined
  return {
    pattern: match?.pattern ?? null,
    sql: `p.archived_at is ${wantsArchived(wanted) ? 'not ' : ''}null${ignoreAnonymous ? ' and not p.is_anonymous' : ''}
  and ${match ? matchSql(match.where, parameter, declared) : `${parameter}::text is null`}`,
  }
}

/** People by id behind $2 up to $3, who fit and are not among $4. */
const page = (filter: string) => `
select p.id from people p
where p.account_id = $1 and p.id > $2 and p.id <= $3 and not p.id = any($4::bigint[])
  and ${filter}
order by p.account_id, p.id limit $6`

const ofAll = async (tx: Tx, accountId: number, walk: Walk): Promise<Stretch> => {
  const { selection, after, upTo, limit } = walk
  const declared = selection.query ? await declaredMatches(tx, accountId, '$5') : []
  const { sql, pattern } = filterOf(walk, '$5::text', declared)
  const values = [accountId, after, upTo, selection.except ?? [], pattern, limit]
  const ids = (await tx.rows<{ id: number }>(page(sql), values)).map(({ id }) => id)
  return { ids, last: ids.length === limit ? (ids.at(-1) ?? 0) : 0 }
}

const ofList = ({ selection, after, limit }: Walk): Stretch => {
  const all = [...new Set(selection.people?.map(({ id }) => id))].filter((id) => id > after).sort((a, b) => a - b)
  const ids = all.slice(0, limit)
  return { ids, last: all.length > limit ? (ids.at(-1) ?? 0) : 0 }
}

/** Answers the next people of a selection; segments are looked up by the port. */
export const walker =
  (peopleOfSegment: PeopleOfSegment | undefined) =>
  async (tx: Tx, accountId: number, walk: Walk): Promise<Stretch> => {
    const { people, segmentId, except } = walk.selection
    if (people?.length) return ofList(walk)
    if (segmentId === undefined) return ofAll(tx, accountId, walk)
    if (!peopleOfSegment) throw refused('Segments cannot be used here.')
    const ids = await peopleOfSegment(tx, accountId, segmentId, walk.after, walk.limit)
    const left = new Set(except)
    const last = ids.length === walk.limit ? (ids.at(-1) ?? 0) : 0
    return { ids: ids.filter((id) => id <= walk.upTo && !left.has(id)), last: last > walk.upTo ? 0 : last }
  }
