import { EMAIL_EVENTS } from '@millrace/events/contract'
import { type House, notFound } from '@millrace/kit/server'
import { MAIL_EVENTS } from '../../contract/index.ts'

/** How often something was done with mail to one person; what machines did is left out. */
const COUNTS = `select n.name, count(*)::int as count from event_names n
  join events e on e.account_id = $1 and e.person_id = $2 and e.name_id = n.id and e.created_at >= $4
  where n.account_id = $1 and n.kind = 'email' and n.name = any($3::text[]) and not e.props @> '{"isBot": true}'
  group by n.name`

/** Whether there is such a person. */
const THERE = `select p.id from people p where p.account_id = $1 and p.id = $2`

/** How often somebody was sent mail, opened and clicked it, since a moment. */
export const personMetrics = (
  house: House,
  accountId: number,
  personId: number,
  startDate: string | undefined,
): Promise<Record<string, number>> =>
  house.db.account(accountId, async (tx) => {
    const person = await tx.one<{ id: number }>(THERE, [accountId, personId], 'mail-person-there')
    if (!person) throw notFound()
    const since = new Date(startDate ?? 0)
    const names = MAIL_EVENTS.map((type) => EMAIL_EVENTS[type])
    const from = Number.isNaN(since.getTime()) ? new Date(0) : since
    const rows = await tx.rows<{ name: string; count: number }>(COUNTS, [accountId, personId, names, from])
    const counts = new Map(rows.map(({ name, count }) => [name, count]))
    return Object.fromEntries(MAIL_EVENTS.map((type) => [type, counts.get(EMAIL_EVENTS[type]) ?? 0]))
  })
