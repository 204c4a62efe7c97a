import { momentOf, plusDays, wallOf } from '@millrace/kit/contract'
import type { Tx } from '@millrace/kit/server'
import { FIGURES } from '../ledger/counts.ts'
import { idsOf, isOfAll, type MailFilter, named, typed } from './mailFilter.ts'
import type { Stretch } from './weekHours.ts'

/** Days that a stretch is cut to, from its end, where all of it has too many quarters of an hour to read. */
const FEWER = [366, 180, 90, 30, 14] as const
/** So many rows are read in about a tenth of a second. */
const MOST_ROWS = 200_000
const QUARTERS_A_DAY = 96
const DAY = 86_400_000

/** What happened to mail of a month that begins `at`: how often, and of how many emails, steps and so on. */
export type Month = { at: Date; kinds: number; happened: number }

/** A stretch that can be read at once; `cutToDays`: its last so many days alone, of more that was asked for. */
type Fitting = Stretch & { cutToDays: number | null }

/** How much happened, month by month, to the mail that is asked for. */
const monthsFor = (
  filter: MailFilter,
) => `select c.at, count(*)::int as kinds, array_agg(distinct c.email_id) as emails,
    sum(${FIGURES.map((figure) => `greatest(c.${figure}, 0)`).join(' + ')})::bigint as happened
  from mail_months c
  where c.account_id = $1 and c.email_id <> 0 and c.at >= date_trunc('month', $2::timestamptz, 'UTC') and c.at < $3${named(filter, 4)}
    and num_nulls(${typed(4)}) >= 0
  group by c.at`

/** At the most so many rows are kept of what happened in a stretch: one a quarter of an hour, and none where nothing happened. */
const rowsIn = ({ from, to }: Stretch, months: readonly Month[]): number =>
  months.reduce((rows, { at, kinds, happened }) => {
    const end = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)
    const days = (Math.min(end, to.getTime()) - Math.max(at.getTime(), from.getTime())) / DAY
    return days > 0 ? rows + Math.min(happened, kinds * Math.ceil(days) * QUARTERS_A_DAY) : rows
  }, 0)

const lastOf = (days: number, { to }: Stretch, zone: string): Stretch => ({
  from: new Date(momentOf(plusDays(wallOf(to.getTime(), zone), -days), zone)),
  to,
})

/** As much of the end of a stretch as can be read at once, and to how many days it was cut for that. */
export const thatFits = (stretch: Stretch, zone: string, months: readonly Month[], most = MOST_ROWS): Fitting => {
  if (rowsIn(stretch, months) <= most) return { ...stretch, cutToDays: null }
  const shorter = FEWER.map((days) => ({ ...lastOf(days, stretch, zone), cutToDays: days })).filter(
    ({ from }) => from > stretch.from,
  )
  const last = shorter.at(-1) ?? { ...stretch, cutToDays: null }
  return shorter.find((one) => rowsIn(one, months) <= most) ?? last
}

/**
 * The same, of the mail that is asked for, and the emails that any of it is of, by which its quarters of an hour are found. The
 * sums of all mail are few enough for any time.
 */
export const fitHours = async (
  tx: Tx,
  accountId: number,
  stretch: Stretch,
  zone: string,
  filter: MailFilter,
): Promise<Fitting & { emailIds: number[] | null }> => {
  if (isOfAll(filter)) return { ...stretch, cutToDays: null, emailIds: null }
  const values = [accountId, stretch.from, stretch.to, ...idsOf(filter)]
  const months = await tx.rows<Month & { emails: number[] }>(monthsFor(filter), values)
  const emailIds = [...new Set(months.flatMap(({ emails }) => emails))]
  return { ...thatFits(stretch, zone, months), emailIds }
}
