import type { NewChange } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import { conditionSql } from '../compile/compileConditions.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { openStatement } from '../compile/statement.ts'
import { type Moved as Counts, noteMoves } from './noteMoves.ts'
import type { StoredSegment } from './register.ts'

/** Whom to ask about: people by segment. */
export type Work = Map<StoredSegment, Set<number>>

/** How many pairs of a segment and a person one statement judges. */
const PAIRS = 20_000

type Moved = { segmentId: number; personId: number; isIn: boolean }

const statementOf = (dictionary: Dictionary, segments: readonly StoredSegment[], values: unknown[]) => {
  const statement = openStatement(dictionary, { params: values })
  // One predicate for each segment; only the one that a pair is about is asked.
  const cases = segments.map(({ id, conditions }) => `when ${id} then ${conditionSql(conditions, statement)}`)
  // Judges pairs of segment and person against the stored members, stores who entered and who left, and answers them.
  // Members are looked up one by one and updated in place: joins go astray while the table's statistics are old.
  return `
with judged as materialized (
  select w.segment_id, w.person_id,
    (select m.ctid from segment_members m where m.account_id = $1::int and m.segment_id = w.segment_id
      and m.person_id = w.person_id and m.left_at is null limit 1) as place,
    p.id is not null and p.archived_at is null and coalesce(case w.segment_id ${cases.join('\n')} end, false) as is_in
  from unnest($2::bigint[], $3::bigint[]) as w(segment_id, person_id)
  left join people p on p.account_id = $1::int and p.id = w.person_id
), entered as (
  insert into segment_members (account_id, segment_id, person_id, entered_at)
  select $1::int, j.segment_id, j.person_id, $4::timestamptz from judged j where j.is_in and j.place is null
  on conflict (account_id, segment_id, person_id) do update set entered_at = excluded.entered_at, left_at = null
  returning segment_id, person_id
), gone as (
  update segment_members m set left_at = $4::timestamptz
  where m.account_id = $1::int
    and m.ctid = any (array(select j.place from judged j where j.place is not null and not j.is_in))
  returning m.segment_id, m.person_id
)
select segment_id as "segmentId", person_id as "personId", true as "isIn" from entered
union all select segment_id, person_id, false from gone`
}

const inPieces = function* (
  work: Work,
): Generator<{ segments: StoredSegment[]; segmentIds: number[]; personIds: number[] }> {
  let piece = { segments: [] as StoredSegment[], segmentIds: [] as number[], personIds: [] as number[] }
  for (const [segment, people] of work) {
    if (people.size) piece.segments.push(segment)
    for (const person of people) {
      piece.segmentIds.push(segment.id)
      piece.personIds.push(person)
      if (piece.personIds.length < PAIRS) continue
      yield piece
      piece = { segments: [segment], segmentIds: [], personIds: [] }
    }
  }
  if (piece.personIds.length) yield piece
}

/**
 * Asks for each segment and person anew whether the person is in it, stores what moved, and answers it as changes. The
 * caller holds the account's lane, so that nobody judges the same people at the same time.
 */
export const judge = async (
  tx: Tx,
  dictionary: Dictionary,
  work: Work,
  data?: Record<string, unknown>,
): Promise<NewChange[]> => {
  const { accountId, now } = dictionary
  const changes: NewChange[] = []
  const moves = new Map<number, Counts>()
  for (const { segments, segmentIds, personIds } of inPieces(work)) {
    const values: unknown[] = [accountId, segmentIds, personIds, now]
    const moved = await tx.rows<Moved>(statementOf(dictionary, segments, values), values)
    for (const { segmentId, personId, isIn } of moved) {
      const counts = moves.get(segmentId) ?? { entered: 0, gone: 0 }
      counts[isIn ? 'entered' : 'gone']++
      moves.set(segmentId, counts)
      changes.push({ kind: isIn ? 'segment.entered' : 'segment.left', personId, ref: segmentId, at: now, data })
    }
  }
  await noteMoves(tx, dictionary, moves, data?.isBuild === true)
  return changes
}
