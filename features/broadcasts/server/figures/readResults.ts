import type { House, Tx } from '@millrace/kit/server'
import { type Excluded, isUnderWay, type Results, type VariantFigures, type Waits } from '../../contract/index.ts'
import { chances } from '../rules/certainty.ts'
import { type Content, contentsOf } from '../rules/contents.ts'
import { type BroadcastRow, broadcastRow } from '../store/rows.ts'
import { countByVariant, countFigures, noFigures } from './count.ts'
import { wordsOf } from './words.ts'

/**
 * Why people of the audience got nothing: what was known when it was frozen, what was found when their turn came, and with $3
 * that it never came, because the broadcast was canceled.
 */
const EXCLUDED = `select w.why, count(*)::int as count from (
    select coalesce(r.why, 'broadcast canceled') as why from broadcast_recipients r
    where r.account_id = $1 and r.broadcast_id = $2 and (r.why is not null or ($3 and r.planned_at is null))
    union all
    select s.why from sends s where s.account_id = $1 and s.broadcast_id = $2 and s.state = 'skipped'
  ) w group by w.why order by count(*) desc, w.why`

/** What mails wait for, and when the first of them may leave where that is known. Those of a pause are told by the broadcast. */
const WAITS = `select s.why, count(*)::int as count, min(s.due_at) filter (where s.state = 'planned' and s.due_at > $3) as until
  from sends s where s.account_id = $1 and s.broadcast_id = $2 and s.broadcast_id > 0 and s.state in ('planned', 'held')
    and s.why is not null and s.why <> 'broadcast paused'
  group by s.why order by count(*) desc, s.why`

/** How many of the audience a variant was dealt, and how many wait for the winner. */
const DEALT = `select r.variant, r.is_rest as "isRest", r.planned_at is not null as "isPlanned", count(*)::int as count
  from broadcast_recipients r where r.account_id = $1 and r.broadcast_id = $2 and r.why is null group by 1, 2, 3`

/** What emails say in the inbox. */
const SUBJECTS = `select e.id, e.name, v.subject from emails e
  join email_versions v on v.account_id = $1 and v.email_id = e.id and v.version = e.version
  where e.account_id = $1 and e.id = any($2::bigint[])`

/** Mails, openings and clicks in stretches of time of $4 seconds from when it began. */
const PACE = `select to_timestamp(floor(extract(epoch from t.at) / $4) * $4) as at,
    count(*) filter (where t.what = 'sent')::int as sent, count(*) filter (where t.what = 'opened')::int as opened,
    count(*) filter (where t.what = 'clicked')::int as clicked
  from sends s cross join lateral (values ('sent', s.accepted_at), ('opened', s.opened_at), ('clicked', s.clicked_at)) as t(what, at)
  where s.account_id = $1 and s.reason_at = $2 and s.broadcast_id = $3 and t.at is not null and t.at < $2 + make_interval(secs => $4 * 72)
  group by 1 order by 1`

/** The links of a broadcast by how many people clicked them. */
const LINKS = `select l.url, count(distinct c.send_id)::int as clicked
  from sends s join send_clicks c on c.account_id = $1 and c.reason_at = s.reason_at and c.send_id = s.id and not c.is_bot
    join email_links l on l.account_id = $1 and l.id = c.link_id
  where s.account_id = $1 and s.reason_at = $2 and s.broadcast_id = $3 and s.clicked_at is not null
  group by l.url order by clicked desc, l.url limit 20`

type Dealt = { variant: number; isRest: boolean; isPlanned: boolean; count: number }
type Inbox = { id: number; name: string; subject: string }

const inWords = (rows: readonly { why: string | null; count: number }[]): Excluded[] =>
  rows.map(({ why, count }) => ({ why: why ?? 'unknown', words: wordsOf(why ?? 'unknown'), count }))

const letterOf = (index: number) => String.fromCharCode(65 + index)

const labelOf = (content: Content, index: number, mails: ReadonlyMap<number, Inbox>, isByEmail: boolean) =>
  isByEmail ? (mails.get(content.emailId ?? 0)?.name ?? `Variant ${letterOf(index)}`) : `Variant ${letterOf(index)}`

const readVariants = async (tx: Tx, row: BroadcastRow, dealt: readonly Dealt[]): Promise<VariantFigures[]> => {
  if (!row.abTest?.enabled) return []
  const contents = contentsOf(row)
  const ids = contents.map(({ emailId }) => emailId ?? 0)
  const mails = new Map((await tx.rows<Inbox>(SUBJECTS, [row.accountId, ids])).map((mail) => [mail.id, mail]))
  const counted = await countByVariant(tx, row)
  const figures = row.variantIds.map((id) => counted.get(id) ?? noFigures())
  const by = row.abTest.pickWinnerBy === 'click' ? 'clicked' : 'opened'
  // Before anybody has done it there is nothing to be sure of.
  const sure = figures.some((one) => one[by] > 0)
    ? chances(figures.map((one) => ({ people: one.delivered, met: one[by] })))
    : undefined
  const isByEmail = row.abTest.variants[0]?.type === 'email'
  return contents.map((content, index) => ({
    variantId: content.variantId,
    wayId: row.variantIds[index] ?? null,
    label: labelOf(content, index, mails, isByEmail),
    emailId: content.emailId,
    subject: content.subject ?? mails.get(content.emailId ?? 0)?.subject ?? '',
    people: dealt
      .filter(({ variant, isRest, isPlanned }) => variant === index && (!isRest || isPlanned))
      .reduce((sum, { count }) => sum + count, 0),
    chance: sure?.[index] ?? null,
    figures: figures[index] ?? noFigures(),
  }))
}

const MINUTE = 60
const STRETCHES = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 4 * 60 * MINUTE, 24 * 60 * MINUTE]

/** Stretches so long that what happened until now, three days at the most, makes no more than 72 of them. */
const stretchOf = (row: BroadcastRow, now: Date): number => {
  const seconds = Math.min((now.getTime() - (row.startedAt ?? now).getTime()) / 1_000, 3 * 24 * 3_600)
  return STRETCHES.find((stretch) => seconds / stretch <= 72) ?? 24 * 60 * MINUTE
}

const readWaits = async (tx: Tx, { accountId, id }: BroadcastRow, now: Date): Promise<Waits[]> => {
  const rows = await tx.rows<{ why: string; count: number; until: Date | null }>(WAITS, [accountId, id, now])
  return rows.map(({ until, ...of }) => ({ ...of, words: wordsOf(of.why, true), until: until?.toISOString() ?? null }))
}

const readExcluded = async (tx: Tx, { accountId, id, status }: BroadcastRow): Promise<Excluded[]> =>
  inWords(await tx.rows<{ why: string | null; count: number }>(EXCLUDED, [accountId, id, status === 'canceled']))

const sumOf = (dealt: readonly Dealt[], fits: (of: Dealt) => boolean) =>
  dealt.filter(fits).reduce((sum, { count }) => sum + count, 0)

/** How a broadcast does. */
export const readResults = (house: House, accountId: number, id: number): Promise<Results> =>
  house.db.account(accountId, async (tx) => {
    const row = await broadcastRow(tx, accountId, id)
    const now = house.clock.now()
    const dealt = await tx.rows<Dealt>(DEALT, [accountId, id])
    const values = [accountId, row.startedAt, id]
    const pace = await tx.rows<{ at: Date; sent: number; opened: number; clicked: number }>(PACE, [
      ...values,
      stretchOf(row, now),
    ])
    const isWaiting = row.status === 'sending' || row.status === 'ab-testing'
    return {
      figures: await countFigures(tx, row),
      variants: await readVariants(tx, row, dealt),
      excluded: await readExcluded(tx, row),
      waits: isUnderWay(row.status) ? await readWaits(tx, row, now) : [],
      toCome: sumOf(dealt, ({ isPlanned }) => !isPlanned),
      rest: isWaiting ? sumOf(dealt, ({ isRest, isPlanned }) => isRest && !isPlanned) : 0,
      pace: pace.map(({ at, ...figures }) => ({ at: at.toISOString(), ...figures })),
      links: await tx.rows<{ url: string; clicked: number }>(LINKS, values),
      at: now.toISOString(),
    }
  })
