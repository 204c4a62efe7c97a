import type { House, Tx } from '@millrace/kit/server'

/** How many notes are forgotten at once. */
const CHUNK = 10_000

// Notes whom a segment was asked about while it was built.
const NOTE = `insert into segment_build_judged (account_id, segment_id, look, member_id)
  select $1::int, u.segment_id, u.look, u.member_id
  from unnest($2::bigint[], $3::int[], $4::bigint[]) as u(segment_id, look, member_id)
  on conflict (account_id, segment_id, look, member_id) do nothing`

// Those of some who were judged since a look.
const JUDGED = `select j.member_id as id from segment_build_judged j
  where j.account_id = $1 and j.segment_id = $2 and j.look = $3 and j.member_id = any ($4::bigint[])`

/** Those of some whom a segment was asked about since a build looked at them. Needs the lane. */
export const judgedSince = async (
  tx: Tx,
  { accountId, segmentId, look }: { accountId: number; segmentId: number; look: number },
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const rows = await tx.rows<{ id: number }>(JUDGED, [accountId, segmentId, look, ids])
  return new Set(rows.map(({ id }) => id))
}

type Judged = { segment: { id: number }; personId: number }

/** Notes of whom was judged those whose segment is being built: the build looked earlier, so it leaves them alone. */
export const noteJudged = async (
  tx: Tx,
  accountId: number,
  building: ReadonlyMap<number, number>,
  judged: Iterable<Judged>,
): Promise<void> => {
  if (!building.size) return
  const [segments, looks, members]: [number[], number[], number[]] = [[], [], []]
  for (const { segment, personId } of judged) {
    const look = building.get(segment.id)
    if (look === undefined) continue
    segments.push(segment.id)
    looks.push(look)
    members.push(personId)
  }
  if (segments.length) await tx.run(NOTE, [accountId, segments, looks, members], 'segments-note-judged')
}

// The first look whose notes are still needed; none are where nothing is built.
const NEEDED = `select case when building is null then build_look + 1 else build_look end as look from segment_states
  where account_id = $1 and segment_id = $2`

// Forgets some notes of looks that are over.
const FORGET = `delete from segment_build_judged j where j.account_id = $1 and j.segment_id = $2 and j.ctid = any (array(
  select o.ctid from segment_build_judged o where o.account_id = $1 and o.segment_id = $2 and o.look < $3 limit ${CHUNK}))`

/** Forgets notes that no build needs any more, in small transactions that hold nobody up. */
export const forgetJudged = async (house: House, accountId: number, segmentId: number): Promise<void> => {
  const some = () =>
    house.db.system(async (tx) => {
      const needed = await tx.one<{ look: number }>(NEEDED, [accountId, segmentId], 'segments-judged-needed')
      return needed ? tx.run(FORGET, [accountId, segmentId, needed.look], 'segments-judged-forget') : 0
    })
  while ((await some()) === CHUNK);
}
