import { type Tx, withGenericPlans } from '@millrace/kit/server'
import type { Kind } from '../compile/dictionary.ts'
import { type Moved, noteMoves } from './noteMoves.ts'

/** Somebody who entered a segment or left it; an object of a kind by its id where the segment is of objects. */
export type Move = { segmentId: number; personId: number; isIn: boolean; kind: Kind }

// Those who entered; whoever was in before enters again.
const enter = (table: string, member: string) => `insert into ${table} (account_id, segment_id, ${member}, entered_at)
  select $1::int, u.segment_id, u.member, $4::timestamptz from unnest($2::bigint[], $3::bigint[]) as u(segment_id, member)
  on conflict (account_id, segment_id, ${member}) do update set entered_at = excluded.entered_at, left_at = null`

// Those who left.
const leave = (table: string, member: string) => `update ${table} m set left_at = $4::timestamptz
  from unnest($2::bigint[], $3::bigint[]) as u(segment_id, member)
  where m.account_id = $1::int and m.segment_id = u.segment_id and m.${member} = u.member and m.left_at is null`

const PEOPLE = { enter: enter('segment_members', 'person_id'), leave: leave('segment_members', 'person_id') }
const OBJECTS = { enter: enter('segment_objects', 'object_id'), leave: leave('segment_objects', 'object_id') }

/** Stores who entered and who left, with the sizes of the segments. */
export const storeMoves = async (
  tx: Tx,
  where: { accountId: number; now: Date; timezone: string },
  moves: readonly Move[],
): Promise<void> => {
  if (!moves.length) return
  const counts = new Map<number, Moved>()
  for (const { segmentId, isIn } of moves) {
    const count = counts.get(segmentId) ?? { entered: 0, gone: 0 }
    count[isIn ? 'entered' : 'gone']++
    counts.set(segmentId, count)
  }
  await withGenericPlans(tx, async () => {
    for (const [isIn, ofObjects] of [
      [true, false],
      [false, false],
      [true, true],
      [false, true],
    ]) {
      const some = moves.filter((move) => move.isIn === isIn && (move.kind !== null) === ofObjects)
      if (!some.length) continue
      const { enter: come, leave: go } = ofObjects ? OBJECTS : PEOPLE
      await tx.run(isIn ? come : go, [
        where.accountId,
        some.map(({ segmentId }) => segmentId),
        some.map(({ personId }) => personId),
        where.now,
      ])
    }
  })
  await noteMoves(tx, where, counts)
}
