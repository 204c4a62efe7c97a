import { type House, type Range, slicesOf, type Tx } from '@millrace/kit/server'
import type { MailMetrics, MailOf, MailPoint } from '../../contract/index.ts'
import { type Asked, filterOf } from './emailStats.ts'
import { figuresOf } from './figures.ts'
import type { MailFilter } from './mailFilter.ts'
import { readMailRange } from './mailRange.ts'
import { readFigures, type SliceRow, sumFigures } from './readFigures.ts'
import { readLinks } from './readLinks.ts'

/** Names of emails that were sent; those for one occasion have none. */
const EMAILS = `select e.id, e.name, e.archived_at is not null as archived from emails e
  where e.account_id = $1 and e.id = any($2::bigint[])`

/** More emails than anybody reads in a table are summed up without being told one by one. */
const MOST_EMAILS = 500

const pointsOf = (starts: readonly Date[], rows: readonly SliceRow[]): MailPoint[] => {
  const of = new Map(rows.map((row) => [row.slice, row]))
  return starts.slice(0, -1).map((at, slice) => ({ ...figuresOf(of.get(slice)), at: at.toISOString() }))
}

const byEmail = async (tx: Tx, accountId: number, from: Date, to: Date, filter: MailFilter) =>
  new Map((await readFigures(tx, accountId, [from, to], filter, ['emailId'])).map((row) => [row.emailId ?? 0, row]))

const emailsOf = async (tx: Tx, accountId: number, range: Range, filter: MailFilter): Promise<MailOf[]> => {
  const now = await byEmail(tx, accountId, range.from, range.to, filter)
  const { before } = range
  const then = before && (await byEmail(tx, accountId, before.from, before.until, filter))
  const most = [...now].sort(([, a], [, b]) => b.accepted - a.accepted).slice(0, MOST_EMAILS)
  const ids = most.map(([id]) => id)
  const rows = await tx.rows<{ id: number; name: string; archived: boolean }>(EMAILS, [accountId, ids], 'mail-names')
  const named = new Map(rows.map((row) => [row.id, row]))
  return most.map(([id, row]) => ({
    ...(named.get(id) ?? { id, name: id > 0 ? 'Deleted email' : 'Sent by API', archived: false }),
    sum: figuresOf(row),
    before: then && figuresOf(then.get(id)),
  }))
}

/** Figures of mail: together slice by slice, and email by email, with the time before to compare. Reads counters alone. */
export const measureMail = (house: House, accountId: number, asked: Asked): Promise<MailMetrics> =>
  house.db.account(accountId, async (tx) => {
    const range = await readMailRange(tx, house, accountId, asked)
    const filter = filterOf(asked)
    const { before, grain, zone } = range
    const starts = slicesOf(range, grain, zone)
    const rows = await readFigures(tx, accountId, starts, filter)
    const earlier = before && slicesOf(before, grain, zone)
    return {
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      startDate: range.startDate,
      endDate: range.endDate,
      timezone: zone,
      granularity: grain,
      sum: figuresOf(sumFigures(rows)),
      points: pointsOf(starts, rows).filter(({ at }) => new Date(at) <= house.clock.now()),
      before: before &&
        earlier && {
          from: before.from.toISOString(),
          to: before.to.toISOString(),
          sum: figuresOf(sumFigures(await readFigures(tx, accountId, [before.from, before.until], filter))),
          points: pointsOf(earlier, await readFigures(tx, accountId, earlier, filter)),
        },
      emails: await emailsOf(tx, accountId, range, filter),
      links: await readLinks(tx, accountId, range, filter),
    }
  })
