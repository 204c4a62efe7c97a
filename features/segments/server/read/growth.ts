import type { House, Tx } from '@millrace/kit/server'
import { ALL_SEGMENT_ID, ARCHIVED_SEGMENT_ID, type GrowthDay, type Segment } from '../../contract/index.ts'
import { zoneOfAccount } from '../loadDictionary.ts'

type Row = { day: string; entered: number; left: number; size: number | null; isRebuilt: boolean }

// What moved in a segment on the days that were noted, with the last day before them for the size it began with.
const NOTED = `select d.day::text as day, d.entered, d.gone as "left", d.size, d.is_rebuilt as "isRebuilt" from segment_days d
  where d.account_id = $1 and d.segment_id = $2 and d.day >= coalesce((
    select max(b.day) from segment_days b where b.account_id = $1 and b.segment_id = $2 and b.day < $3::date), $3::date)
  order by d.day`

const dayOf = (column: string) => `(${column} at time zone $3::text)::date::text`

// When people were made and archived, by day. There is nothing stored about who is in the segments of all and of the archived.
const PEOPLE = `select day, sum(made)::bigint as made, sum(archived)::bigint as archived from (
    select ${dayOf('p.created_at')} as day, count(*) as made, 0 as archived from people p
    where p.account_id = $1 and p.archived_at is null and p.created_at >= $2::timestamptz group by 1
    union all select ${dayOf('p.created_at')}, count(*), 0 from people p
    where p.account_id = $1 and p.archived_at is not null and p.created_at >= $2::timestamptz group by 1
    union all select ${dayOf('p.archived_at')}, 0, count(*) from people p
    where p.account_id = $1 and p.archived_at is not null and p.archived_at >= $2::timestamptz group by 1
  ) as moves group by day order by day`

const DAY_MS = 86_400_000

/** Days as texts, from one to another. */
const daysBetween = (first: string, last: string): string[] => {
  const from = Date.parse(first)
  const count = Math.max(0, Math.round((Date.parse(last) - from) / DAY_MS)) + 1
  return Array.from({ length: count }, (_, index) => new Date(from + index * DAY_MS).toISOString().slice(0, 10))
}

const ofPeople = async (tx: Tx, { id, accountId }: Segment, first: string, zone: string): Promise<Row[]> => {
  // A day more than asked for, so that no zone cuts the first one short.
  const since = new Date(Date.parse(first) - DAY_MS)
  const rows = await tx.rows<{ day: string; made: number; archived: number }>(PEOPLE, [accountId, since, zone])
  return rows.map(({ day, made, archived }) =>
    id === ARCHIVED_SEGMENT_ID
      ? { day, entered: archived, left: 0, size: null, isRebuilt: false }
      : { day, entered: made, left: archived, size: null, isRebuilt: false },
  )
}

/** Days without a row had no movement: the size stays. Where no sizes were noted they follow from the size now, backwards. */
const filled = (rows: readonly Row[], days: readonly string[], size: number): GrowthDay[] => {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const isCounted = rows.every((row) => row.size === null)
  let now = size
  const back = days.toReversed().map((day): GrowthDay => {
    const { entered = 0, left = 0, isRebuilt = false, size: noted } = byDay.get(day) ?? {}
    const known = isCounted ? now : (noted ?? lastSize(rows, day))
    if (isCounted) now = now - entered + left
    return { day, entered, left, isRebuilt, size: known }
  })
  return back.toReversed()
}

const lastSize = (rows: readonly Row[], day: string) => rows.findLast((row) => row.day < day)?.size ?? 0

/** How a segment grew: for each day who entered, who left and how many there were. Begins where its first movement was noted. */
export const growthOf = (house: House, segment: Segment, howMany: number): Promise<GrowthDay[]> =>
  house.db.system(async (tx) => {
    const { id, accountId, count } = segment
    const zone = await zoneOfAccount(tx, accountId)
    const dayText = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)
    const now = house.clock.now()
    const today = dayText(now)
    const first = dayText(new Date(now.getTime() - (howMany - 1) * DAY_MS))
    const isCounted = id === ALL_SEGMENT_ID || id === ARCHIVED_SEGMENT_ID
    const rows = isCounted
      ? await ofPeople(tx, segment, first, zone)
      : await tx.rows<Row>(NOTED, [accountId, id, first], 'segments-growth')
    const begun = rows[0]?.day ?? today
    return filled(rows, daysBetween(begun > first ? begun : first, today), count)
  })
