import type { Tx } from '@millrace/kit/server'

/** How many entered and left a segment at once. */
export type Moved = { entered: number; gone: number }

/** Whose calendar a move is noted in, and when it happened. */
type Where = { accountId: number; now: Date; timezone: string }

// Moves the sizes of segments.
const RESIZE = `update segment_states s set size = s.size + u.by
  from unnest($2::bigint[], $3::bigint[]) as u(segment_id, by)
  where s.account_id = $1::int and s.segment_id = u.segment_id returning s.segment_id as "segmentId", s.size`

// Notes on the day how many entered and left, and how many there are now.
const NOTE = `insert into segment_days as d (account_id, segment_id, day, entered, gone, size, is_rebuilt)
  select $1::int, u.segment_id, ($6::timestamptz at time zone $7::text)::date, u.entered, u.gone, u.size, $8::boolean
  from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) as u(segment_id, entered, gone, size)
  on conflict (account_id, segment_id, day) do update set entered = d.entered + excluded.entered,
    gone = d.gone + excluded.gone, size = excluded.size, is_rebuilt = d.is_rebuilt or excluded.is_rebuilt`

/** Keeps the sizes of segments and what moved in them each day. What a build moves changes the size alone: nobody did anything. */
export const noteMoves = async (
  tx: Tx,
  { accountId, now, timezone }: Where,
  moves: ReadonlyMap<number, Moved>,
  isBuild = false,
): Promise<void> => {
  const moved = [...moves].sort(([a], [b]) => a - b)
  if (!moved.length) return
  const rows = await tx.rows<{ segmentId: number; size: number }>(
    RESIZE,
    [accountId, moved.map(([id]) => id), moved.map(([, { entered, gone }]) => entered - gone)],
    'segments-resize',
  )
  const sizes = new Map(rows.map(({ segmentId, size }) => [segmentId, size]))
  const noted = moved.filter(([id]) => sizes.has(id))
  const values = [
    accountId,
    noted.map(([id]) => id),
    noted.map(([, { entered }]) => (isBuild ? 0 : entered)),
    noted.map(([, { gone }]) => (isBuild ? 0 : gone)),
    noted.map(([id]) => sizes.get(id)),
    now,
    timezone,
    isBuild,
  ]
  await tx.run(NOTE, values, 'segments-note-day')
}
