import type { Tx } from '@millrace/kit/server'
import type { FrequencyCap } from '../../contract/index.ts'
import type { Got } from './holds.ts'

const DAY = 86_400_000
/** Mails of a broadcast bear the time at which it began, and may leave so much later. */
const SLACK_MS = 30 * DAY

/** Marketing mails that left for people lately, newest first. */
const GOT = `select u.id as "personId", c.at, c.category_id as "categoryId" from unnest($2::bigint[]) as u (id),
    lateral (select coalesce(s.accepted_at, s.attempted_at) as at,
        coalesce(e.communication_category_id, $5::bigint) as category_id
      from sends s left join emails e on e.account_id = $1 and e.id = s.email_id
      where s.account_id = $1 and s.person_id = u.id and s.reason_at > $3::timestamptz and s.attempted_at > $4::timestamptz
        and s.state in ('attempting', 'accepted', 'delivered', 'complained', 'uncertain') and s.reason_kind not in ('test', 'system')
        and not coalesce(s.is_transactional, false)
      order by s.account_id, s.person_id, s.reason_at desc limit 1000) c`

/** What some people got lately, as far as these caps ask. */
export const mailsGot = async (
  tx: Tx,
  accountId: number,
  caps: readonly FrequencyCap[],
  personIds: readonly number[],
  { now, defaultCategoryId }: { now: Date; defaultCategoryId: number | null },
): Promise<Map<number, Got[]>> => {
  const got = new Map<number, Got[]>()
  if (!caps.length || !personIds.length) return got
  const since = now.getTime() - Math.max(...caps.map(({ days }) => days)) * DAY
  const rows = await tx.rows<Got & { personId: number }>(
    GOT,
    [accountId, personIds, new Date(since - SLACK_MS), new Date(since), defaultCategoryId],
    'mail-got',
  )
  for (const { personId, ...one } of rows) got.set(personId, [...(got.get(personId) ?? []), one])
  return got
}
