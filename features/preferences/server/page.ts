import { notFound, type Tx } from '@millrace/kit/server'
import type { Choice, PreferencesPage } from '../contract/index.ts'
import { categoriesOf } from './categories.ts'
import type { Desk } from './ports.ts'
import { readPreferenceToken, type Subscriber } from './token.ts'
import { addressElsewhere } from './unsubscribe.ts'

/** Whom a link is for today: the person may have become one with another since the mail went out. */
export const today = async ({ ports }: Desk, tx: Tx, subscriber: Subscriber): Promise<Subscriber> => {
  const { accountId, personId } = subscriber
  if (!personId || subscriber.isElsewhere) return subscriber
  return {
    ...subscriber,
    personId: (await ports.people.currentIds(tx, accountId, [personId])).get(personId) ?? personId,
  }
}

/** Whom a link is for; 404 where it is forged or cut short. */
export const subscriberOf = (desk: Desk, token: string): Subscriber => {
  const subscriber = readPreferenceToken(desk.house, token)
  if (!subscriber) throw notFound('This link is not valid. Please use the link in your latest email.')
  return subscriber
}

type PageRow = {
  name: string
  site: string
  logo: string | null
  removePoweredBy: boolean
  snippets: Record<string, string> | null
  email: string | null
  isUnsubscribed: boolean | null
  choices: Record<string, Choice> | null
  categoryId: number | null
}

/** The account, the person, what the person chose, and the category of the mail that the link stood in. */
const PAGE = `select a.name, a.site, a.logo, coalesce((a.flags ->> 'removePoweredBy')::boolean, false) as "removePoweredBy",
    (select t.value from preference_texts t where t.account_id = $1) as snippets,
    p.email, p.unsubscribed_at is not null as "isUnsubscribed",
    (select jsonb_object_agg(c.category_id, c.choice) from category_choices c
      where c.account_id = $1 and c.person_id = $2) as choices,
    (select e.communication_category_id from sends s join emails e on e.account_id = $1 and e.id = s.email_id
      where s.account_id = $1 and s.reason_at = $3 and s.id = $4) as "categoryId"
  from accounts a left join people p on p.account_id = $1 and p.id = $2 where a.id = $1`

/** An address of which only a part is shown. */
export const maskedAddress = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')

/** What the address of a mail to somebody else said for itself. */
const STOPPED = `select 1 as yes from suppressions where account_id = $1 and address = $2 and reason = 'unsubscribed'`

const GONE = 'This link does not work any more: we do not know your address.'

/** The mail went to an address that is not the person's: the page is about the address, which has no kinds to choose. */
const elsewhere = async (tx: Tx, page: PreferencesPage, subscriber: Subscriber): Promise<PreferencesPage> => {
  const address = await addressElsewhere(tx, subscriber)
  if (!address) throw notFound(GONE)
  const isStopped = (await tx.one(STOPPED, [subscriber.accountId, address])) !== undefined
  return {
    ...page,
    personUnsubscribed: isStopped,
    categoryId: null,
    categoriesForPerson: {},
    categories: [],
    email: maskedAddress(address),
  }
}

/** What the page shows. The address is shown in part only: links are passed on. */
export const preferencesPage = async (desk: Desk, tx: Tx, subscriber: Subscriber): Promise<PreferencesPage> => {
  const { accountId, personId, send } = subscriber
  const row = await tx.one<PageRow>(PAGE, [accountId, personId, send?.reasonAt ?? null, send?.id ?? null])
  if (!row || (personId && row.email === null && !subscriber.isElsewhere)) throw notFound(GONE)
  const categories = (await categoriesOf(desk.house, tx, accountId)).filter((category) => !category.isArchived)
  const ofMail = categories.find(({ id }) => id === row.categoryId) ?? categories.find(({ isDefault }) => isDefault)
  const page: PreferencesPage = {
    snippets: row.snippets ?? {},
    removePoweredBy: row.removePoweredBy,
    accountLogo: row.logo,
    accountName: row.name,
    accountSite: row.site,
    personUnsubscribed: row.isUnsubscribed ?? false,
    // A link from no mail, as in a preview, is about the kind that all other mail is of.
    categoryId: ofMail?.type === 'marketing' ? ofMail.id : null,
    categoriesForPerson: row.choices ?? {},
    categories,
    email: maskedAddress(row.email ?? 'ada@example.com'),
    accountId,
  }
  return subscriber.isElsewhere ? elsewhere(tx, page, subscriber) : page
}
