import type { Tx } from '@millrace/kit/server'
import type { AudienceSlice, BroadcastPerson } from '../../contract/index.ts'
import { wordsOf } from '../figures/words.ts'
import { audienceOf } from '../freeze/audience.ts'
import { judge } from '../freeze/judge.ts'
import type { Broadcasts } from '../ports.ts'
import { type BroadcastRow, broadcastRow } from '../store/rows.ts'
import { zoneOfAccount } from '../verbs/sendBroadcast.ts'

/** How many people a slice looks at. */
const SLICE = 10_000

/** How many people are in a segment; that of all people, 2, and that of archived ones, 1, are counted. */
const SIZE = `select case $2::bigint
    when 1 then (select count(*) from people p where p.account_id = $1 and p.archived_at is not null)
    when 2 then (select count(*) from people p where p.account_id = $1 and p.archived_at is null)
    else (select t.size from segment_states t where t.account_id = $1 and t.segment_id = $2) end::int as size`

const sizeOf = async (tx: Tx, { accountId, segmentId }: BroadcastRow) =>
  (await tx.one<{ size: number | null }>(SIZE, [accountId, segmentId]))?.size ?? 0

const readSlice = async (tx: Tx, { house, ports }: Broadcasts, row: BroadcastRow, after: number, limit: number) => {
  const ids = await audienceOf(ports, row)(tx, after, limit)
  const now = house.clock.now()
  const accountZone = await zoneOfAccount(tx, row.accountId)
  const judged = await judge(tx, ports, row, ids, { now, accountZone, isWhole: false })
  return { ids, judged, next: ids.length === limit ? (ids.at(-1) ?? null) : null, now }
}

/** Counts a part of who would get a broadcast now, as freezing would judge them. */
export const audienceSlice = (
  broadcasts: Broadcasts,
  accountId: number,
  id: number,
  after: number,
): Promise<AudienceSlice> =>
  broadcasts.house.db.system(async (tx) => {
    const row = await broadcastRow(tx, accountId, id)
    if (row.segmentId === null) return { total: 0, counted: 0, sendable: 0, excluded: [], late: 0, next: null }
    const { ids, judged, next, now } = await readSlice(tx, broadcasts, row, after, SLICE)
    const reasons = new Map<string, number>()
    for (const { why } of judged) if (why !== null) reasons.set(why, (reasons.get(why) ?? 0) + 1)
    const sendable = judged.filter(({ why }) => why === null)
    return {
      total: after ? 0 : Math.max(await sizeOf(tx, row), ids.length),
      counted: ids.length,
      sendable: sendable.length,
      excluded: [...reasons].map(([why, count]) => ({ why, words: wordsOf(why), count })),
      late: row.usesZones && row.sendAt ? sendable.filter(({ dueAt }) => dueAt < now).length : 0,
      next,
    }
  })

/** Names of people. */
const NAMED = `select p.id, p.email, nullif(coalesce(p.fields ->> 'name', concat_ws(' ', p.fields ->> 'firstName', p.fields ->> 'lastName')), '') as name
  from people p where p.account_id = $1 and p.id = any($2::bigint[])`

type Named = Pick<BroadcastPerson, 'id' | 'email' | 'name'>
type Listed = { people: BroadcastPerson[]; next: number | null }

/** So much of an audience is searched for one answer. */
const MOST_SLICES = 3

/** Who would be left out of a broadcast that has not begun, with why; a page may be short although there are more. */
export const excludedBefore = (
  broadcasts: Broadcasts,
  row: BroadcastRow,
  { after, limit, why }: { after: number; limit: number; why?: string | undefined },
): Promise<Listed> =>
  broadcasts.house.db.system(async (tx) => {
    const found: { personId: number; why: string }[] = []
    let next: number | null = after
    for (let slice = 0; slice < MOST_SLICES && next !== null && found.length < limit; slice++) {
      const read = await readSlice(tx, broadcasts, row, next, SLICE)
      for (const one of read.judged)
        if (one.why !== null && (!why || one.why === why)) found.push({ personId: one.personId, why: one.why })
      next = read.next
    }
    const page = found.slice(0, limit)
    const named = await tx.rows<Named>(NAMED, [row.accountId, page.map(({ personId }) => personId)])
    const byId = new Map(named.map((person) => [person.id, person]))
    return {
      people: page.map(({ personId, why: reason }) => ({
        ...(byId.get(personId) ?? { id: personId, email: null, name: null }),
        variantId: null,
        state: null,
        why: wordsOf(reason),
        at: null,
      })),
      next: found.length > limit ? (page.at(-1)?.personId ?? null) : next,
    }
  })
