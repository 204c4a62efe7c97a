import { type House, refused, type Tx } from '@millrace/kit/server'
import { categoriesOf } from '../categories.ts'
import { erasedAddresses } from '../personPreferences.ts'
import type { Desk } from '../ports.ts'
import { optInMail } from './optInMail.ts'
import { optInToken } from './optInToken.ts'

/** What somebody is asked to confirm. */
export type AskedOptIn = {
  /** The kind of mail; without it, mail as a whole. */
  categoryId?: number
  /**
   * The person is new: what is asked counts as switched off until the answer. Without it nothing changes until then, so that
   * nobody ends somebody else's subscription by writing their address into a form.
   */
  isNew?: boolean
  /** Who asks; the installation where the account may not write from the address. */
  from?: { name: string; address: string }
  /** Where the page leads afterwards. */
  redirect?: string
}

const AGAIN_MS = 10 * 60_000
const VALID_MS = 30 * 86_400_000

type Person = {
  email: string | null
  isUnsubscribed: boolean
  accountName: string
  choice: string | null
  category: string | null
  isStopped: boolean
  askedAt: Date | null
  confirmedAt: Date | null
}

/** The person, what they said of the kind of mail, and when they were asked. */
const PERSON = `select p.email, p.unsubscribed_at is not null as "isUnsubscribed", a.name as "accountName",
    (select c.choice from category_choices c where c.account_id = $1 and c.person_id = p.id and c.category_id = $3) as choice,
    (select g.name from communication_categories g
      where g.account_id = $1 and g.id = $3 and g.type = 'marketing' and not g.is_archived) as category,
    (select 1 from suppressions s where s.account_id = $1 and s.address = lower(p.email)
      and s.reason in ('bounced', 'complained', 'manual') limit 1) is not null as "isStopped",
    o.asked_at as "askedAt", o.confirmed_at as "confirmedAt"
  from people p join accounts a on a.id = $1
    left join opt_ins o on o.account_id = $1 and o.person_id = p.id and o.category_id = $3
  where p.account_id = $1 and p.id = $2 and p.archived_at is null`

/** Notes that somebody was asked. */
const ASKED = `insert into opt_ins (account_id, person_id, category_id, asked_at) values ($1, $2, $3, $4)
  on conflict (account_id, person_id, category_id) do update set asked_at = excluded.asked_at, confirmed_at = null`

/** What was asked counts as switched off until the answer, where the person said nothing about it. */
const HOLD = `insert into category_choices (account_id, person_id, category_id, choice, at, is_asked)
  select $1::int, $2::bigint, g.id, 'optOut', $4::timestamptz, true from communication_categories g
  where g.account_id = $1 and g.type = 'marketing' and ($3::bigint = 0 or g.id = $3)
  on conflict (account_id, person_id, category_id) do nothing`

const isNeeded = ({ choice, isUnsubscribed, confirmedAt, askedAt }: Person, categoryId: number, now: Date) => {
  const saidYes = categoryId ? choice === 'optIn' : confirmedAt !== null
  if (saidYes && !isUnsubscribed) return false
  return !askedAt || confirmedAt !== null || now.getTime() - askedAt.getTime() >= AGAIN_MS
}

const mayBeWritten = async (house: House, tx: Tx, accountId: number, { email, isStopped }: Person) =>
  email !== null && !isStopped && (await erasedAddresses(house, tx, accountId, [email])).size === 0

/**
 * Mails somebody a link to confirm that they want to be written to (double opt-in). Answers false where there is nothing to
 * ask: they said yes before, were asked a moment ago, or may not be written to at all.
 */
export const askOptIn = async (
  { house, ports }: Desk,
  tx: Tx,
  accountId: number,
  personId: number,
  { categoryId = 0, isNew = false, from, redirect }: AskedOptIn,
): Promise<boolean> => {
  const now = house.clock.now()
  const person = await tx.one<Person>(PERSON, [accountId, personId, categoryId])
  if (!person) return false
  if (categoryId && !person.category) throw refused('There is no such category.')
  if (!isNeeded(person, categoryId, now) || !(await mayBeWritten(house, tx, accountId, person))) return false
  await tx.run(ASKED, [accountId, personId, categoryId, now])
  if (isNew) {
    // Every account has its default category, but only once somebody asks for it.
    await categoriesOf(house, tx, accountId)
    await tx.run(HOLD, [accountId, personId, categoryId, now])
  }
  const expiresAt = new Date(now.getTime() + VALID_MS)
  const token = optInToken(house, { accountId, personId, categoryId, ...(redirect && { redirect }) }, expiresAt)
  const link = `${house.publicUrl}/public/confirm-subscription?token=${encodeURIComponent(token)}`
  const mail = optInMail({ sender: from?.name || person.accountName, category: person.category, link })
  await ports.sendMail(tx, { accountId, personId, to: person.email ?? '', ...(from && { from }), ...mail })
  return true
}
