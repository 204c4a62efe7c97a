import { type NewChange, recordChanges } from '@millrace/kit/jobs'
import { type House, type Tx, withGenericPlans } from '@millrace/kit/server'
import type { Kind } from '../compile/dictionary.ts'
import { zoneOfAccount } from '../loadDictionary.ts'
import { judgedSince } from './judgedMeanwhile.ts'
import { noteMoves } from './noteMoves.ts'
import type { PackedMove } from './packedMoves.ts'

// Those who are to enter and are still there; whoever was in before enters again.
const enter = (
  table: string,
  member: string,
  things: string,
) => `insert into ${table} as m (account_id, segment_id, ${member}, entered_at)
  select $1::int, $2::bigint, u.id, $4::timestamptz from unnest($3::bigint[]) as u(id)
  join ${things} p on p.account_id = $1::int and p.id = u.id
  where p.archived_at is null
  on conflict (account_id, segment_id, ${member}) do update set entered_at = excluded.entered_at, left_at = null
    where m.left_at is not null
  returning m.${member} as id`

// Those who are to leave.
const leave = (table: string, member: string) => `update ${table} m set left_at = $4::timestamptz
  from unnest($3::bigint[]) as u(id)
  where m.account_id = $1::int and m.segment_id = $2::bigint and m.${member} = u.id and m.left_at is null
  returning m.${member} as id`

const PEOPLE = { enter: enter('segment_members', 'person_id', 'people'), leave: leave('segment_members', 'person_id') }
const OBJECTS = {
  enter: enter('segment_objects', 'object_id', 'objects'),
  leave: leave('segment_objects', 'object_id'),
}

/** A build's look at everybody of an account. */
export type Look = { accountId: number; segmentId: number; look: number; kind: Kind }

/**
 * Moves those of whom a look says so, except who was judged since: that was a later look. Needs the lane. What a build moves
 * is told as such: nobody did anything.
 */
export const applyMoves = async (tx: Tx, house: House, look: Look, moves: readonly PackedMove[]): Promise<void> => {
  if (!moves.length) return
  const { accountId, segmentId, kind } = look
  const now = house.clock.now()
  const sql = kind === null ? PEOPLE : OBJECTS
  const judged = await judgedSince(
    tx,
    look,
    moves.map(({ id }) => id),
  )
  const move = async (isIn: boolean): Promise<number[]> => {
    const ids = moves.filter((one) => one.isIn === isIn && !judged.has(one.id)).map(({ id }) => id)
    if (!ids.length) return []
    const moved = await tx.rows<{ id: number }>(isIn ? sql.enter : sql.leave, [accountId, segmentId, ids, now])
    return moved.map(({ id }) => id)
  }
  const [entered, left] = await withGenericPlans(tx, async () => [await move(true), await move(false)] as const)
  if (!entered.length && !left.length) return
  const timezone = await zoneOfAccount(tx, accountId)
  const counts = new Map([[segmentId, { entered: entered.length, gone: left.length }]])
  await noteMoves(tx, { accountId, now, timezone }, counts, true)
  const changeOf = (change: 'segment.entered' | 'segment.left', id: number): NewChange => ({
    kind: change,
    personId: kind === null ? id : null,
    ref: segmentId,
    at: now,
    data: kind === null ? { isBuild: true } : { isBuild: true, objectId: id, schemaId: kind },
  })
  const changes = [
    ...entered.map((id) => changeOf('segment.entered', id)),
    ...left.map((id) => changeOf('segment.left', id)),
  ]
  await recordChanges(tx, house, accountId, changes)
}
