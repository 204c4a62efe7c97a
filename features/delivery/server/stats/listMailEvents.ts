import type { House, Tx } from '@millrace/kit/server'
import type { MailEvent, MailEventType } from '../../contract/index.ts'
import { type Asked, filterOf } from './emailStats.ts'
import { type MailEventRow, placeOf, readMailEvents } from './mailEvents.ts'
import { readMailRange } from './mailRange.ts'

type Named = Omit<MailEvent['endUser'], never>

/** What people are called. */
const PEOPLE = `select p.id, p.email, p.fields ->> 'name' as name, p.fields ->> 'firstName' as "firstName",
    p.fields ->> 'lastName' as "lastName"
  from people p where p.account_id = $1 and p.id = any($2::bigint[])`

/** What emails are called. */
const EMAILS = `select e.id, e.name from emails e where e.account_id = $1 and e.id = any($2::bigint[])`

const unique = (ids: readonly (number | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))]

/** The names of emails by their ids. */
export const emailNames = async (tx: Tx, accountId: number, ids: readonly number[]) => {
  const emails = await tx.rows<{ id: number; name: string }>(EMAILS, [accountId, ids], 'mail-event-emails')
  return new Map(emails.map(({ id, name }) => [id, name]))
}

/** The names of the emails of events. */
export const emailNamesOf = (tx: Tx, accountId: number, rows: readonly MailEventRow[]) =>
  emailNames(tx, accountId, unique(rows.map(({ props }) => props.emailId)))

const toEvents = async (tx: Tx, accountId: number, type: MailEventType, rows: readonly MailEventRow[]) => {
  const ids = unique(rows.map(({ personId }) => personId))
  const people = await tx.rows<Named>(PEOPLE, [accountId, ids], 'mail-event-people')
  const person = new Map(people.map((one) => [one.id, one]))
  const emails = await emailNamesOf(tx, accountId, rows)
  return rows.map((row): MailEvent => {
    const { emailId = null, flowId = null, stepId = null, broadcastId = null, url = null, reason = null } = row.props
    return {
      ...{ id: row.id, type, createdAt: row.at.toISOString(), cursor: placeOf(row) },
      ...{ emailId, emailName: emails.get(emailId ?? 0) ?? null, flowId, stepId, broadcastId, url, reason },
      ...{ ip: null, browser: null, isBot: row.props.isBot === true },
      endUser: person.get(row.personId) ?? {
        ...{ id: row.personId, email: null, name: null, firstName: null, lastName: null },
      },
    }
  })
}

type Page = Asked & {
  type: MailEventType
  machines?: string | undefined
  limit: number
  offset?: number | undefined
  cursor?: string | undefined
}

/** Who did what with mail in a stretch of time, latest first. */
export const listMailEvents = (
  house: House,
  accountId: number,
  asked: Page,
): Promise<{ events: MailEvent[]; next: string | null }> =>
  house.db.system(async (tx) => {
    const { from, to } = await readMailRange(tx, house, accountId, asked)
    const { type, limit, offset = 0, cursor = '' } = asked
    const wanted = { type, filter: filterOf(asked), from, to, withMachines: asked.machines === 'true' }
    const rows = (await readMailEvents(tx, accountId, wanted, cursor, limit + offset)).slice(offset)
    const last = rows.at(-1)
    return {
      events: await toEvents(tx, accountId, type, rows),
      next: last && rows.length === limit ? placeOf(last) : null,
    }
  })
