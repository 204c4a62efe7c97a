import { type Tx, withGenericPlans } from '@millrace/kit/server'
import { type Moved, noteMoves } from './noteMoves.ts'

/** Somebody who entered a segment or left it. */
export type Move = { segmentId: number; personId: number; isIn: boolean }

// Those who entered; whoever was in before enters again.
const ENTER = `insert into segment_members (account_id, segment_id, person_id, entered_at)
  select $1::int, u.segment_id, u.person_id, $4::timestamptz from unnest($2::bigint[], $3::bigint[]) as u(segment_id, person_id)
  on conflict (account_id, segment_id, person_id) do update set entered_at = excluded.entered_at, left_at = null`

// Those who left.
const LEAVE = `update segment_members m set left_at = $4::timestamptz
  from unnest($2::bigint[], $3::bigint[]) as u(segment_id, person_id)
  where m.account_id = $1::int and m.segment_id = u.segment_id and m.person_id = u.person_id and m.left_at is null`

/** Stores who entered and who left, with the sizes of the segments. */
export const storeMoves = async (
  tx: Tx,
  where: { accountId: number; now: Date; timezone: string },
  moves: readonly Move[],
  isBuild: boolean,
): Promise<void> => {
  if (!moves.length) return
  const counts = new Map<number, Moved>()
  for (const { segmentId, isIn } of moves) {
    const count = counts.get(segmentId) ?? { entered: 0, gone: 0 }
    count[isIn ? 'entered' : 'gone']++
    counts.set(segmentId, count)
  }
  await withGenericPlans(tx, async () => {
    for (const isIn of [true, false]) {
      const some = moves.filter((move) => move.isIn === isIn)
      if (!some.length) continue
      await tx.run(isIn ? ENTER : LEAVE, [
        where.accountId,
        some.map(({ segmentId }) => segmentId),
        some.map(({ personId }) => personId),
        where.now,
      ])
    }
  })
  await noteMoves(tx, where, counts, isBuild)
}
